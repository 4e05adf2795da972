/** A TCP echo server, whose latency is that of the machine alone. Prints its port. */
import { createServer, type AddressInfo } from 'node:net';

const server = createServer((socket) => {
  socket.setNoDelay(true).on('error', () => {});
  socket.pipe(socket);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
