/** Names and nouns of the workspace, in code (`unitId`) and in prose. */
const workspaceWords =
  /turnboard|\b(by_)?(units|projects|contractors?|tenants?|vacated|workspaces?)\b|\b(unit|project|contractor)Ids?\b|team (member|management)|master task|task template|jobs\/(seed|audit)/gi;

/**
 * The words of a text that only the workspace uses, each with its line. The host package, which serves any app, must
 * have none.
 */
export function wordsOfWorkspace(text: string): { line: number; word: string }[] {
  return text
    .split("\n")
    .flatMap((content, index) =>
      [...content.matchAll(workspaceWords)].map(([word]) => ({ line: index + 1, word })),
    );
}
