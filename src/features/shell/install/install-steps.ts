/** The steps, in words, that put the app on the home screen in a browser without an install offer. */
export function installSteps(browser: { isSecureContext: boolean; userAgent: string }): string[] {
  if (!browser.isSecureContext)
    return [
      "Ask your administrator for an address that begins with https. Browsers install an app, and open it without a signal, only from such an address.",
    ];
  if (/iPhone|iPad|Macintosh/.test(browser.userAgent))
    return [
      "Open this page in Safari.",
      "Tap Share, the square with an arrow.",
      "Choose Add to Home Screen, then Add.",
    ];
  if (/Firefox/.test(browser.userAgent))
    return ["Open the menu of the browser.", "Choose Add app to Home screen, then Add."];
  return [
    "Open the menu of the browser.",
    "Choose Install app or Add to Home screen. Where neither is in the menu, the app is installed already or the browser installs none.",
  ];
}
