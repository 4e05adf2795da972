/** A track. `duration` is in seconds, 0 for a live stream. */
export type Track = { title: string; duration: number };

/** A radio station: its stream, and the items that it plays in order. */
export type Station = { name: string; url: string; items: readonly string[] };

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

export const STATIONS: readonly Station[] = [
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
