import { configure } from "@testing-library/react";

// What a page loads on demand may take its time on a busy machine.
configure({ asyncUtilTimeout: 8000 });

// The window is that of the file before: what it left in storage, address and page is removed here.
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, "", "/");
document.body.replaceChildren();
