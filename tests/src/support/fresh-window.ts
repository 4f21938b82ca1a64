// The window is that of the file before: what it left in storage, address and page is removed here.
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, "", "/");
document.body.replaceChildren();
