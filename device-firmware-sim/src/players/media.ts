import type { Random } from '../hardware/random.ts';

/** A track. `duration` is in seconds, 0 for a live stream. */
export type Track = { title: string; duration: number };

type Station = { name: string; url: string; items: readonly string[] };

export const GENRES = ['classical', 'jazz', 'ambient'] as const;
export type Genre = (typeof GENRES)[number];

export const PLAYLISTS: Record<Genre, readonly Track[]> = {
  classical: [
    { title: 'Edvard Grieg - Morning Mood', duration: 234 },
    { title: 'Claude Debussy - Clair de Lune', duration: 302 },
    { title: 'Erik Satie - Gymnopédie No. 1', duration: 188 },
    { title: 'Antonio Vivaldi - Spring, Allegro', duration: 206 },
    { title: 'Camille Saint-Saëns - The Swan', duration: 181 },
    { title: 'Johann Sebastian Bach - Air on the G String', duration: 317 },
    { title: 'Pyotr Tchaikovsky - June, Barcarolle', duration: 295 },
  ],
  jazz: [
    { title: 'Scott Joplin - The Entertainer', duration: 238 },
    { title: 'Scott Joplin - Maple Leaf Rag', duration: 195 },
    { title: 'W. C. Handy - St. Louis Blues', duration: 211 },
    { title: 'Original Dixieland Jass Band - Tiger Rag', duration: 187 },
    { title: 'Jelly Roll Morton - Black Bottom Stomp', duration: 192 },
    { title: 'Bix Beiderbecke - In a Mist', duration: 168 },
  ],
  ambient: [
    { title: 'Harbour Lights - First Ferry', duration: 276 },
    { title: 'Harbour Lights - Low Tide', duration: 341 },
    { title: 'Paper Lanterns - After Closing', duration: 258 },
    { title: 'Paper Lanterns - Escalator', duration: 223 },
    { title: 'North Platform - Snow on the Roof', duration: 312 },
  ],
};

const STATIONS: readonly Station[] = [
  {
    name: 'Belltower FM',
    url: 'http://radio.example/belltower.mp3',
    items: ['Morning Show', 'City News', 'The Marble Steps - Tram Number Nine', 'Anna Weir - Two Umbrellas'],
  },
  {
    name: 'Classic Quay',
    url: 'http://radio.example/quay.mp3',
    items: ['Franz Schubert - Serenade', 'Robert Schumann - Träumerei', 'Luigi Boccherini - Minuet'],
  },
  {
    name: 'Radio Meridian',
    url: 'http://radio.example/meridian.mp3',
    items: ['World at Noon', 'Lake Verona - Postcards', 'Weather and Traffic', 'The Quiet Hour'],
  },
];

export const ANNOUNCEMENTS: readonly Track[] = [
  { title: 'The shop closes in fifteen minutes', duration: 7 },
  { title: 'Please keep your luggage with you', duration: 6 },
  { title: 'The next train departs from platform two', duration: 8 },
  { title: 'Внимание! Магазин закрывается через пятнадцать минут', duration: 9 },
  { title: 'The lesson begins in five minutes', duration: 5 },
  { title: 'Would the owner of the blue car please come to the desk', duration: 11 },
];

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
