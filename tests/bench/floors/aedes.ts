/** The floor of the broker: Aedes with tuned options and without access checks. Prints its port. */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { AEDES_OPTIONS } from '../lib/aedes-options.ts';

const broker = await Aedes.createBroker(AEDES_OPTIONS);
const server = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
