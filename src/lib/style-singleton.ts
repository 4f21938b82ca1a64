import { useEffect } from "react";

/**
 * A component that applies its rules while it is mounted, once however often it is mounted.
 * Stands in for `react-style-singleton` with a constructed style sheet, which needs no permission
 * for inline styles.
 */
export function styleSingleton() {
  const sheet = new CSSStyleSheet();
  let users = 0;

  return function StyleSheet({ styles }: { styles: string }): null {
    useEffect(() => {
      if (users++ === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        if (--users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet);
      };
    }, [styles]);
    return null;
  };
}
