import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { MapDeviceCounts, MapNode } from '@belfry/schemas/http/map/map';
import Supercluster from 'supercluster';
import type { MapPlace } from './map-address.ts';

/** What a place shows, the worst first. */
export const MAP_STATES = ['alarm', 'offline', 'maintenance', 'online', 'none'] as const;
export type MapState = (typeof MAP_STATES)[number];

export function worstState({ alarms, offline, maintenance, online }: MapDeviceCounts): MapState {
  if (alarms > 0) return 'alarm';
  if (offline > 0) return 'offline';
  if (maintenance > 0) return 'maintenance';
  return online > 0 ? 'online' : 'none';
}

export const countIn = (state: MapState, counts: MapDeviceCounts): number =>
  state === 'alarm' ? counts.alarms : state === 'none' ? 0 : counts[state];

const COUNTS = ['total', 'online', 'offline', 'maintenance', 'alarms'] as const;

/** Worse places first, then by name. */
export const byState = (one: MapNode, other: MapNode): number =>
  MAP_STATES.indexOf(worstState(one.devices)) - MAP_STATES.indexOf(worstState(other.devices)) ||
  one.name.localeCompare(other.name, undefined, { numeric: true });

/** The sum for places of which none contains another. */
export const sumOf = (all: readonly MapDeviceCounts[]): MapDeviceCounts => {
  const sum = { total: 0, online: 0, offline: 0, maintenance: 0, alarms: 0 };
  for (const counts of all) addTo(sum, counts);
  return sum;
};

function addTo(sum: MapDeviceCounts, counts: Readonly<MapDeviceCounts>): void {
  for (const name of COUNTS) sum[name] += counts[name];
}

/** The devices of each node without those of the nodes below it. */
function ownCounts(nodes: readonly MapNode[]): Map<number, MapDeviceCounts> {
  const own = new Map(nodes.map(({ company_id, devices }) => [company_id, Object.assign({}, devices)]));
  for (const { above, devices } of nodes) {
    const counts = above === null ? undefined : own.get(above);
    if (!counts) continue;
    for (const name of COUNTS) counts[name] -= devices[name];
  }
  return own;
}

type Place = { id: number };
type Clusters = Supercluster<Place, MapDeviceCounts>;

/** Nearer places than this (px) are one marker. */
const CLUSTER_PX = 64;
/** The nearest zoom of maps. Places that are one marker even there are at the same place. */
export const ZOOM_MAX = 19;

export type Marker = {
  key: string;
  latitude: number;
  longitude: number;
  counts: MapDeviceCounts;
  node: MapNode | null;
  /**
   * Set for several places: their number, and the zoom at which they separate; without a zoom they are at the same
   * place.
   */
  cluster: { places: number; zoom: number; nodes: () => MapNode[] } | null;
};

export type Box = [west: number, south: number, east: number, north: number];

/**
 * Joins places that are too near each other. A place contains the devices of the places below it, so that a cluster of both would count them
 * twice: a cluster counts each device at the nearest place above it.
 * @returns what is in a box at a zoom
 */
export function clusterPlaces(nodes: readonly MapNode[]): (box: Box, zoom: number) => Marker[] {
  const byId = new Map(nodes.map((node) => [node.company_id, node]));
  const own = ownCounts(nodes);
  const index: Clusters = new Supercluster<Place, MapDeviceCounts>({
    radius: CLUSTER_PX,
    extent: 256,
    maxZoom: ZOOM_MAX,
    map: ({ id }) => ({ ...(own.get(id) ?? sumOf([])) }),
    reduce: addTo,
  });
  index.load(
    nodes.map(({ company_id: id, coordinates: { latitude, longitude } }) => ({
      type: 'Feature',
      properties: { id },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  );
  return (box, zoom) =>
    index.getClusters(box, Math.round(zoom)).flatMap(({ properties, geometry }): Marker[] => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      if (!('cluster_id' in properties)) {
        const node = byId.get(properties.id);
        return node
          ? [{ key: `n${properties.id}`, latitude, longitude, counts: node.devices, node, cluster: null }]
          : [];
      }
      const { cluster_id: id, point_count: places, total, online, offline, maintenance, alarms } = properties;
      const leaves = (): MapNode[] =>
        index.getLeaves(id, Infinity).flatMap((leaf) => byId.get(leaf.properties.id) ?? []);
      const cluster = { places, zoom: index.getClusterExpansionZoom(id), nodes: leaves };
      const counts = { total, online, offline, maintenance, alarms };
      return [{ key: `c${id}`, latitude, longitude, counts, node: null, cluster }];
    });
}

/** What can be seen of the earth, and where a place of it is on the layer of the markers (px). */
export type MapFrame = {
  box: Box;
  zoom: number;
  place: MapPlace;
  pointOf: (latitude: number, longitude: number) => { x: number; y: number };
  placeAt: (x: number, y: number) => { latitude: number; longitude: number };
  go: (place: MapPlace) => void;
  zoomBy: (steps: number) => void;
};

/** A device of the tree that the map shows. */
export type BranchDevice = { company_id: number; serial: string; name: string; status: DeviceStatus | null };
