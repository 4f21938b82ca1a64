/** The tones of badges and status displays; a tone never carries a meaning alone. */
export type Tone = "neutral" | "accent" | "info" | "success" | "warning" | "danger";
