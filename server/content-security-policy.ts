/** The list of a select box (Radix) brings this one fixed style of its own; a test of `src` keeps it true. */
const selectStyleHash = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='";

/** Everything comes from this origin, nothing else is inline; pictures also from where the company's logo is. */
export function contentSecurityPolicy(imageOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    `style-src 'self' ${selectStyleHash}`,
    `img-src ${["'self'", "data:", "blob:", ...imageOrigins].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
