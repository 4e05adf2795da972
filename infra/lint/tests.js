// Plain JavaScript: oxlint loads it with the Node that runs npm, which may be an older one.
const MESSAGE =
  'Tests do not sleep: wait for what must happen with until, or let time pass with letPass of @belfry/schemas/testing/clock.';
const TIMERS = new Set(['setTimeout', 'setInterval', 'scheduler']);

/** Rejects a test that sleeps: promises of timers, `waitForTimeout`, and a timer in the executor of a promise. */
const noSleep = {
  create(context) {
    let executors = 0;
    return {
      ImportDeclaration(node) {
        if (!/^(node:)?timers\/promises$/.test(node.source.value)) return;
        for (const specifier of node.specifiers) {
          const sleeps =
            specifier.type !== 'ImportSpecifier' ||
            (specifier.imported.type === 'Identifier' && TIMERS.has(specifier.imported.name));
          if (sleeps) context.report({ node: specifier, message: MESSAGE });
        }
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Promise') executors += 1;
      },
      'NewExpression:exit'(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Promise') executors -= 1;
      },
      CallExpression(node) {
        const { callee } = node;
        const inExecutor = executors > 0 && callee.type === 'Identifier' && callee.name === 'setTimeout';
        const waitsForTimeout =
          callee.type === 'MemberExpression' &&
          callee.property.type === 'Identifier' &&
          callee.property.name === 'waitForTimeout';
        if (inExecutor || waitsForTimeout) context.report({ node, message: MESSAGE });
      },
    };
  },
};

export default { meta: { name: 'tests' }, rules: { 'no-sleep': noSleep } };
