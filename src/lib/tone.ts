/** The tones of badges and status displays. A tone is never the only sign of a meaning. */
export type Tone = "neutral" | "accent" | "info" | "success" | "warning" | "danger";
