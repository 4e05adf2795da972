import { STATIONS, type Station, type Track } from './media.ts';
import type { Random } from '../hardware/random.ts';

/** How long a station plays one item, in seconds. */
const ITEM_SECONDS = { shortest: 60, longest: 240 };

/** The tuned radio station: a live stream without an end, whose current item changes by itself. */
export function createRadioTuner(random: Random, firstUrl: string | null) {
  let station = find(firstUrl) ?? random.pick(STATIONS);
  let item = random.integer(0, station.items.length - 1);
  let secondsLeft = itemLength();

  function itemLength(): number {
    return random.integer(ITEM_SECONDS.shortest, ITEM_SECONDS.longest);
  }

  return {
    /** All stations as a playlist of streams, the tuned one first. */
    playlist(): Track[] {
      const others = STATIONS.filter((other) => other.url !== station.url);
      return [station, ...others].map((each) => ({ title: titleOf(each, each === station ? item : 0), duration: 0 }));
    },
    /** Tunes the station at this address, or the next preset without an address. */
    tune(url?: string | null): void {
      station = find(url) ?? STATIONS[(STATIONS.indexOf(station) + 1) % STATIONS.length] ?? station;
      item = 0;
      secondsLeft = itemLength();
    },
    /** Must be called once a second while it plays; returns true when another item has begun. */
    tick(): boolean {
      if (--secondsLeft > 0) return false;
      item = (item + 1) % station.items.length;
      secondsLeft = itemLength();
      return true;
    },
  };
}

/** A preset, or a station of which only the address is known. */
function find(url: string | null | undefined): Station | undefined {
  if (!url) return undefined;
  return STATIONS.find((station) => station.url === url) ?? { name: hostOf(url), url, items: ['Live'] };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

const titleOf = (station: Station, item: number): string => `${station.name} - ${station.items[item] ?? 'Live'}`;
