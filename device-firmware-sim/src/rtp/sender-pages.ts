import type { Serial } from '@belfry/schemas/domain/serial';
import type { Clock } from '../hardware/clock.ts';
import type { RtpDestination } from './destination.ts';
import { LiveSound } from './live-sound.ts';
import type { SenderCommand, SenderEvent, StreamTarget } from './sender-messages.ts';

type PageCommand = Extract<SenderCommand, { kind: 'page_open' | 'page_samples' | 'page_close' }>;
type Page = { speaker: Serial; live: LiveSound; destination: RtpDestination };

type SenderPagesDeps = {
  clock: Clock;
  destinationFor: (target: StreamTarget) => RtpDestination;
  emit: (event: SenderEvent) => void;
};

/** The live pages that speakers have opened, by their ids; one page at one address is one sound there. */
export function createSenderPages({ clock, destinationFor, emit }: SenderPagesDeps) {
  const pages = new Map<number, Page>();
  return {
    handle(command: PageCommand): void {
      const { speaker, id } = command;
      if (command.kind === 'page_open') {
        const destination = destinationFor(command.to);
        const same = [...destination.pages].find(({ page }) => page === command.page);
        const live = same ?? new LiveSound(command.page, destination.format.rate);
        destination.pages.add(live);
        live.open(id, speaker);
        return void pages.set(id, { speaker, live, destination });
      }
      const page = pages.get(id);
      if (!page) return;
      if (command.kind === 'page_samples')
        return page.live.write(id, command.samples, clock.monotonic() + command.heardAt - clock.now());
      pages.delete(id);
      page.live.close(id, command.isCut);
    },
    /** Ends those of a destination to which nothing can be sent. */
    fail(destination: RtpDestination, reason: string): void {
      for (const [id, { speaker, live }] of pages) {
        if (!destination.pages.has(live)) continue;
        pages.delete(id);
        live.close(id, true);
        emit({ kind: 'page_failed', speaker, id, reason });
      }
    },
  };
}
