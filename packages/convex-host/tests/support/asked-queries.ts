/** A question, in the spelling of its sender. */
export type Asked = { path: string; args: string; journal: string | null };

/** The text of the message in which a client adds queries, each with its number. */
export function addedText(
  added: readonly [number, Asked][],
  { baseVersion, newVersion }: { baseVersion: number; newVersion: number },
): string {
  // As text: JSON.stringify would not spell numbers as the sender does.
  const modifications = added.map(
    ([queryId, { path, args, journal }]) =>
      `{"type":"Add","queryId":${queryId},"udfPath":${JSON.stringify(path)},"args":[${args}],` +
      `"journal":${JSON.stringify(journal)}}`,
  );
  return (
    `{"type":"ModifyQuerySet","baseVersion":${baseVersion},"newVersion":${newVersion},` +
    `"modifications":[${modifications.join(",")}]}`
  );
}
