/** Tags of flows, of a file or of a test, by which `tests/run/steps.ts` chooses; see tests/README.md. */
export const TAGS = [
  { name: 'full', description: 'not in the gate' },
  { name: 'each-engine', description: 'on RabbitMQ as well, although it is not in the gate' },
];
