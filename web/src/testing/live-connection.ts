import { onTestFinished } from 'vitest';
import { createLiveClient, type Gap } from '../lib/mqtt/client.ts';
import { decode } from '../lib/mqtt/message.ts';
import { createStream } from '../lib/mqtt/stream.ts';
import { createFakeBroker } from './fake-broker.ts';

export function startLiveConnection(onConnected: (gap: Gap) => void = () => undefined) {
  const broker = createFakeBroker();
  const client = createLiveClient({ open: broker.open, onState: () => undefined, onConnected, decode });
  client.start();
  const stream = createStream(client);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    // Its checks would find no window.
    client.stop();
  });
  return {
    broker,
    client,
    stream: {
      ...stream,
      // A store forgets what is unused after a minute, when the window of the test may be gone.
      attach: (...listener: Parameters<typeof stream.attach>) => {
        const detach = stream.attach(...listener);
        return () => {
          if (!isOver) detach();
        };
      },
    },
  };
}
