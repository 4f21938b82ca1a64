const message = "No barrels: import from the file that defines the thing.";

/** An Oxlint rule that forbids re-exports: a file exports only what it defines. */
const none = {
  create(context) {
    const report = (node) => context.report({ node, message });
    return {
      ExportAllDeclaration: report,
      ExportNamedDeclaration: (node) => {
        if (node.source) report(node);
      },
    };
  },
};

export default { meta: { name: "barrels" }, rules: { none } };
