import { createSocket } from 'node:dgram';
import { isMulticast, type RtpDestination } from '@belfry/schemas/domain/network-speakers';
import { reasonText } from '@belfry/schemas/domain/reasons';

/** Why nothing can be sent to an address, shown to users; null where it can. Nothing is sent: a connected socket needs a route. */
export function checkRoute({ address, port }: RtpDestination, multicastInterface: string | undefined) {
  const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) });
  return new Promise<string | null>((resolve) => {
    function end(error?: NodeJS.ErrnoException): void {
      socket.close();
      resolve(error ? reasonText('speaker_unreachable', { error: error.code ?? error.message }) : null);
    }
    socket.once('error', end);
    socket.bind(0, () => {
      try {
        if (isMulticast(address) && multicastInterface !== undefined) {
          socket.setMulticastInterface(multicastInterface);
          // The route is that of the interface, which is there.
          return end();
        }
        socket.connect(port, address, (error?: Error) => end(error));
      } catch (error) {
        end(error as NodeJS.ErrnoException);
      }
      return undefined;
    });
  });
}
