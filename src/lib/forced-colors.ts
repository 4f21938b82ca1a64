import styles from "../forced-colors.css?inline";

// The file is no part of the page, because few devices force colors. An open page may stop to do so.
const sheet = new CSSStyleSheet({ media: "(forced-colors: active)" });
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
