import { type DemoPerson, fullName } from "./people.ts";

/** A portrait in the form of an SVG image: initials on a colour that stays the same for an address. */
export function drawPicture(person: DemoPerson): string {
  const initials = [person.firstName, person.lastName].map((name) => name.charAt(0)).join("");
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"',
    ` aria-label="${escapeXml(fullName(person))}">`,
    `<rect width="64" height="64" fill="hsl(${hueOf(person.email)} 45% 36%)"/>`,
    '<text x="32" y="33" fill="#fff" font-family="system-ui, sans-serif" font-size="26"',
    ' font-weight="600" text-anchor="middle" dominant-baseline="central">',
    `${escapeXml(initials)}</text></svg>`,
  ].join("");
}

/** Text made safe for HTML and XML, between tags and inside quoted attributes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hueOf(text: string): number {
  return Array.from(text).reduce((hue, character) => (hue * 31 + character.charCodeAt(0)) % 360, 0);
}
