/** The templates of one category, in master list order. */
export interface TemplateGroup<Template> {
  category: string;
  templates: Template[];
}

const UNCATEGORISED = "Other";

/** Groups templates by category as they come; those without a category come last, as "Other". */
export function groupByCategory<Template extends { category: string | null }>(
  templates: readonly Template[],
): TemplateGroup<Template>[] {
  const templatesByCategory = new Map<string, Template[]>();
  for (const template of templates) {
    const category = template.category?.trim() || UNCATEGORISED;
    const group = templatesByCategory.get(category);
    if (group) group.push(template);
    else templatesByCategory.set(category, [template]);
  }
  return [...templatesByCategory]
    .map(([category, grouped]) => ({ category, templates: grouped }))
    .sort((a, b) => Number(a.category === UNCATEGORISED) - Number(b.category === UNCATEGORISED));
}
