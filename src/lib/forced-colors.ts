import styles from "../forced-colors.css?inline";

// The file is no part of the page, because few devices force colors.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
