import { STATIONS, type Station, type Track } from './media.ts';
import type { Random } from './random.ts';

/** How long a station plays one piece, in seconds. */
const PIECE_SECONDS = { shortest: 60, longest: 240 };

/** What a radio player has tuned in: a live stream without an end, whose announced piece changes on its own. */
export function createTuner(random: Random, firstUrl: string | null) {
  let station = find(firstUrl) ?? random.pick(STATIONS);
  let piece = random.integer(0, station.programme.length - 1);
  let secondsLeft = pieceLength();

  function pieceLength(): number {
    return random.integer(PIECE_SECONDS.shortest, PIECE_SECONDS.longest);
  }

  return {
    /** The stations as a playlist of streams, the tuned one first. */
    playlist(): Track[] {
      const others = STATIONS.filter((other) => other.url !== station.url);
      return [station, ...others].map((each) => ({ title: titleOf(each, each === station ? piece : 0), duration: 0 }));
    },
    /** Tunes another station: the one at this address, or without one the next preset. */
    tune(url?: string | null): void {
      station = find(url) ?? STATIONS[(STATIONS.indexOf(station) + 1) % STATIONS.length] ?? station;
      piece = 0;
      secondsLeft = pieceLength();
    },
    /** Once a second while it plays; true when another piece began. */
    tick(): boolean {
      if (--secondsLeft > 0) return false;
      piece = (piece + 1) % station.programme.length;
      secondsLeft = pieceLength();
      return true;
    },
  };
}

/** A preset, or a station of which nothing but its address is known. */
function find(url: string | null | undefined): Station | undefined {
  if (!url) return undefined;
  return STATIONS.find((station) => station.url === url) ?? { name: hostOf(url), url, programme: ['Live'] };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

const titleOf = (station: Station, piece: number): string => `${station.name} - ${station.programme[piece] ?? 'Live'}`;
