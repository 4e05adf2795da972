// Plain JavaScript: oxlint loads it with the Node that runs npm, which may be an older one.
const MESSAGE =
  'WebKit runs a module before the one that it imports has finished where one of them awaits at its top (bug 242740): await in a function.';

/** Rejects an await at the top of a module. */
const noTopLevelAwait = {
  create(context) {
    let functions = 0;
    const enter = () => {
      functions += 1;
    };
    const leave = () => {
      functions -= 1;
    };
    const check = (node) => {
      if (functions === 0) context.report({ node, message: MESSAGE });
    };
    return {
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      AwaitExpression: check,
      ForOfStatement(node) {
        if (node.await) check(node);
      },
    };
  },
};

export default { meta: { name: 'console' }, rules: { 'no-top-level-await': noTopLevelAwait } };
