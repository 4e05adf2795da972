/** The floor: a bare Aedes, `concurrency` raised, nothing checked. Prints its port. */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

const broker = await Aedes.createBroker({ concurrency: 100_000 });
const server = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
