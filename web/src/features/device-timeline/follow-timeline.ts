import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { refetchNow, type ApiDispatch } from '../../lib/api/refetch-now.ts';
import type { LiveExtra } from '../../lib/mqtt/live-endpoint.ts';
import type { LiveMessage } from '../../lib/mqtt/message.ts';

/** The console receives a message before it is stored; the refetch is also limited to one in this time. */
export const STORED_AFTER_MS = 1_000;

type Deps = { stream: LiveExtra['stream']; dispatch: ApiDispatch; requestId: () => string | undefined };

/** A page reads what it shows, which leaves no entry; see CMD-27. */
const isOfPage = (message: LiveMessage): boolean => message.kind === 'commands' && message.payload.background === true;

/** Refetches the timeline of a device after each of its messages that may have left an entry. @returns the undo */
export function followTimeline(serial: Serial, { stream, dispatch, requestId }: Deps): () => void {
  // After a fetch the stream repeats the messages of the last seconds, which must not cause another fetch.
  const seen = new WeakSet<LiveMessage>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const detach = stream.attach({
    filters: () => [
      topics.status(serial),
      topics.commands(serial),
      topics.responses(serial),
      topics.configReported(serial),
      topics.receipts(serial),
    ],
    fetchedBy: requestId,
    patch: (messages) => {
      const fresh = messages.filter((message) => !message.retained && !seen.has(message) && !isOfPage(message));
      for (const message of fresh) seen.add(message);
      if (fresh.length === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(refetchNow([{ type: 'Timeline', id: serial }]));
      }, STORED_AFTER_MS);
    },
  });
  return () => {
    detach();
    clearTimeout(timer);
  };
}
