import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FileStore } from "../../src/storage/file-store.ts";
import { startEngine } from "../support/started-engine.ts";

test("what a killed function thread was writing is removed by the next, and no upload of the host [F5]", async () => {
  const first = await startEngine({ modules: {} });
  const { files } = first.engine;
  if (!(files instanceof FileStore)) throw new Error("The engine stores files in a folder.");
  await files.write(new Blob(["a photo that an action stores"]));
  writeFileSync(join(files.temporaryFolder, "upload"), "half of a body");
  await first.engine.stop();

  const { engine } = await startEngine({ modules: {}, folder: first.folder });

  expect(readdirSync(engine.files.temporaryFolder)).toEqual(["upload"]);
});
