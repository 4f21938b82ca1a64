import "./drawn.ts";
import "./missing-element.ts";
import "./unwatched-react.ts";
import "./visible.ts";
import { configure } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import { removeIndexedDb } from "../outbox/indexed-db.ts";

// For what never comes. Photos on their way, and code that a page loads on demand, take ten seconds on a busy machine.
configure({ asyncUtilTimeout: 25_000 });

const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };

// The window is that of the file before: what it left in storage, address and page is removed here. Where that followed a link to
// a file or to a mail address, the window is at an address that no other can be relative to: no picture loads there.
localStorage.clear();
sessionStorage.clear();
removeIndexedDb();
happyDOM.setURL("http://localhost:3000/");
document.body.replaceChildren();
