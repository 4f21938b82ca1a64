/** A question as its sender spelled it. */
export type Asked = { path: string; args: string; journal: string | null };

/** Builds the JSON of the message in which a client adds queries, each with its id. */
export function addedText(
  added: readonly [number, Asked][],
  { baseVersion, newVersion }: { baseVersion: number; newVersion: number },
): string {
  // The JSON is built as text, because JSON.stringify would not keep the sender's spelling of numbers.
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
