import { useAddress } from '../../lib/address.ts';

/** The centre in degrees, and the zoom. */
export type MapPlace = { latitude: number; longitude: number; zoom: number };

const PLACE = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?),(\d{1,2})$/;

/** The place of an address (`at=56.95,24.11,12`); null for none, or one that is not on the earth. */
export function readMapPlace(address: URLSearchParams): MapPlace | null {
  const [, latitude, longitude, zoom] = (PLACE.exec(address.get('at') ?? '') ?? []).map(Number);
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude, zoom: Math.min(19, Math.max(1, zoom)) }
    : null;
}

const mapPlaceText = ({ latitude, longitude, zoom }: MapPlace): string => {
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return `${Number(latitude.toFixed(4))},${Number(turned.toFixed(4))},${Math.round(zoom)}`;
};

export function useMapAddress() {
  const [address, change] = useAddress();
  const set = (values: Record<string, string | null>): void =>
    change(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    place: readMapPlace(address),
    onMoved: (place: MapPlace) => set({ at: mapPlaceText(place) }),
    wall: address.get('wall') === 'map',
    onWall: (wall: boolean) => set({ wall: wall ? 'map' : null }),
    all: address.get('places') === 'all',
    // The map then shows all of them.
    onAll: (all: boolean) => set({ places: all ? 'all' : null, at: null }),
  };
}
