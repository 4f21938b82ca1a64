import "./drawn.ts";
import "./missing-element.ts";
import "./unwatched-react.ts";
import "./visible.ts";
import { configure } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import { removeIndexedDb } from "../outbox/indexed-db.ts";

// The timeout only ends waits that would never succeed. Uploading photos, and loading code on demand, can take ten
// seconds on a busy machine.
configure({ asyncUtilTimeout: 25_000 });

const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };

// The files of a process share the window, so the storage, the address and the page of the file before are removed
// here. If that file followed a link to a file or a mail address, no relative address could be resolved and no picture
// would load.
localStorage.clear();
sessionStorage.clear();
removeIndexedDb();
happyDOM.setURL("http://localhost:3000/");
document.body.replaceChildren();
