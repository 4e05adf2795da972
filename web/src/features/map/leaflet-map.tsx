import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Tiles } from './map-api.ts';
import type { MapPlace } from './map-address.ts';
import { type MapFrame, ZOOM_MAX } from './map-state.ts';
import { ZoomButtons } from './zoom-buttons.tsx';
import classes from './map.module.css';
import outlines from './outlines.json?url';

const ZOOM_MIN = 1;
/** The zoom at which a single place is shown. */
export const ZOOM_OF_PLACE = 14;

type Props = {
  label: string;
  /** The place where the map opens, or points that it contains. */
  start: MapPlace | readonly { latitude: number; longitude: number }[];
  tiles: Tiles | null;
  onPick?: (latitude: number, longitude: number) => void;
  onMoved?: (frame: MapFrame) => void;
  /** A new object moves the map there, and zooms in where it is zoomed out farther. */
  goTo?: MapPlace | null;
  /** Shows buttons in front of the map that zoom it. */
  hasButtons?: boolean;
  /** The markers, in the coordinates of `pointOf`. */
  children: (frame: MapFrame) => ReactNode;
};

/**
 * A map: tiles where the installation has some, else a graticule and the outlines of countries. It is moved with the mouse, with fingers and
 * with the arrow keys; markers are elements of the caller. Without animation, so that they are where the map is at any time.
 */
export function LeafletMap({ label, start, tiles, onPick, onMoved, goTo = null, hasButtons = false, children }: Props) {
  'use no memo';
  const latest = useRef({ start, tiles, onPick, onMoved });
  useLayoutEffect(() => {
    latest.current = { ...latest.current, onPick, onMoved };
  });
  const [view, setShown] = useState<{ map: L.Map; frame: MapFrame } | null>(null);
  const attach = useCallback((element: HTMLElement) => {
    const opened = latest.current;
    const map = createMap(element, opened.tiles);
    const show = (): void => setShown({ map, frame: frameOf(map) });
    open(map, opened.start);
    show();
    let isResizing = false;
    // Until somebody moves it, another size shows the same places.
    let isMoved = false;
    map.on('moveend', () => {
      show();
      if (isResizing) return;
      isMoved = true;
      latest.current.onMoved?.(frameOf(map));
    });
    map.on('click', ({ latlng, originalEvent }: L.LeafletMouseEvent) => {
      if (originalEvent.target instanceof Element && originalEvent.target.closest('button')) return;
      latest.current.onPick?.(latlng.lat, latlng.lng);
    });
    const observer = new ResizeObserver(() => {
      const { x: width, y: height } = map.getSize();
      const isOther = width !== element.clientWidth || height !== element.clientHeight;
      isResizing = true;
      map.invalidateSize({ animate: false });
      if (isOther && (width === 0 || !isMoved)) open(map, opened.start);
      isResizing = false;
      show();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      // What it has put off must not reach a map that is gone.
      map.remove().off();
    };
  }, []);
  const reach = useEffectEvent(({ latitude, longitude, zoom }: MapPlace): void => {
    view?.map.setView([latitude, longitude], Math.max(zoom, view.map.getZoom()), { animate: false });
  });
  useEffect(() => {
    if (goTo) reach(goTo);
  }, [goTo]);
  const markers = view?.map.getPane('markerPane');
  return (
    <div className={classes.frame}>
      <section ref={attach} className={classes.map} aria-label={label} data-plain={tiles === null || undefined} />
      {view && markers && createPortal(children(view.frame), markers)}
      {view && hasButtons && <ZoomButtons frame={view.frame} />}
      <p className={classes.attribution}>{tiles ? tiles.attribution : 'Natural Earth'}</p>
    </div>
  );
}

function createMap(element: HTMLElement, tiles: Tiles | null): L.Map {
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: false,
    fadeAnimation: false,
    markerZoomAnimation: false,
    inertia: false,
    // The size of its element is observed.
    trackResize: false,
    worldCopyJump: true,
    minZoom: ZOOM_MIN,
    maxZoom: ZOOM_MAX,
    preferCanvas: true,
  });
  // Servers of tiles may ask from where they are used; the address of the page is not told.
  if (tiles) L.tileLayer(tiles.url, { maxZoom: ZOOM_MAX, referrerPolicy: 'origin' }).addTo(map);
  else addOutlines(map);
  L.control.scale({ imperial: false }).addTo(map);
  return map;
}

const WORLD: MapPlace = { latitude: 25, longitude: 15, zoom: 2 };
const isPlace = (start: Props['start']): start is MapPlace => 'zoom' in start;

function open(map: L.Map, start: Props['start']): void {
  const [first, ...others] = isPlace(start) ? [] : start;
  const place = isPlace(start) ? start : WORLD;
  map.setView([place.latitude, place.longitude], place.zoom, { animate: false });
  if (!first) return;
  const points = [first, ...others].map(({ latitude, longitude }): L.LatLngTuple => [latitude, longitude]);
  // Markers at the edge have room, also on a narrow map.
  const [x, y] = [Math.min(90, map.getSize().x / 5), 60];
  map.fitBounds(L.latLngBounds(points), { padding: [x, y], maxZoom: ZOOM_OF_PLACE, animate: false });
}

function placeOf(map: L.Map): MapPlace {
  const { lat: latitude, lng: longitude } = map.getCenter();
  return { latitude, longitude, zoom: map.getZoom() };
}

function frameOf(map: L.Map): MapFrame {
  const bounds = map.getBounds().pad(0.1);
  return {
    box: [bounds.getWest(), Math.max(-90, bounds.getSouth()), bounds.getEast(), Math.min(90, bounds.getNorth())],
    zoom: map.getZoom(),
    place: placeOf(map),
    // Without the rounding of Leaflet's own functions, so that a place stays where it is in the other direction.
    pointOf: (latitude, longitude) => map.project([latitude, longitude]).subtract(map.getPixelOrigin()),
    placeAt: (x, y) => {
      const { lat: latitude, lng: longitude } = map.unproject(map.getPixelOrigin().add([x, y]));
      return { latitude, longitude };
    },
    go: ({ latitude, longitude, zoom }) => map.setView([latitude, longitude], zoom, { animate: false }),
    zoomBy: (steps) => map.setZoom(map.getZoom() + steps, { animate: false }),
  };
}

/** Lines are between neither black nor white, so that both colour schemes show them. */
const COUNTRIES: L.PolylineOptions = { color: '#7c8aa0', weight: 1, interactive: false, smoothFactor: 0.5 };
const GRATICULE: L.PolylineOptions = { color: '#7c8aa0', weight: 0.5, opacity: 0.45, interactive: false };

/** Degrees between two lines of the graticule, of which the first that are far enough apart are drawn. */
const STEPS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];
const APART_PX = 90;
const LATITUDE_SHOWN = 85;

/** Draws countries and meridians where there are no tiles. Without the file of the outlines there are meridians only. */
function addOutlines(map: L.Map): void {
  const graticule = L.layerGroup().addTo(map);
  const draw = (): void => drawGraticule(map, graticule);
  map.on('load moveend', draw);
  let isRemoved = false;
  map.on('unload', () => {
    isRemoved = true;
  });
  void loadOutlines().then((lines) => {
    if (!isRemoved && lines.length > 0) L.polyline(lines, COUNTRIES).addTo(map);
  });
}

function drawGraticule(map: L.Map, into: L.LayerGroup): void {
  const pixelsPerDegree = (256 * 2 ** map.getZoom()) / 360;
  const step = STEPS.find((degrees) => degrees * pixelsPerDegree >= APART_PX) ?? 30;
  const bounds = map.getBounds().pad(0.5);
  const [south, north] = [Math.max(-LATITUDE_SHOWN, bounds.getSouth()), Math.min(LATITUDE_SHOWN, bounds.getNorth())];
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const lines: L.LatLngTuple[][] = [];
  for (let at = Math.ceil(west / step); at * step <= east; at += 1) {
    lines.push([
      [south, at * step],
      [north, at * step],
    ]);
  }
  for (let at = Math.ceil(south / step); at * step <= north; at += 1) {
    lines.push([
      [at * step, west],
      [at * step, east],
    ]);
  }
  into.clearLayers().addLayer(L.polyline(lines, GRATICULE));
}

let loaded: Promise<L.LatLngTuple[][]> | undefined;

/** Loaded once; a failure is forgotten, so that the next map tries again. */
const loadOutlines = (): Promise<L.LatLngTuple[][]> =>
  (loaded ??= fetch(outlines)
    .then(async (answer) => ((await answer.json()) as number[][]).map(lineOf))
    .catch(() => {
      loaded = undefined;
      return [];
    }));

/** A line of steps in tenths of a degree, east and north; see `web/build/country-outlines.ts`. */
function lineOf(steps: number[]): L.LatLngTuple[] {
  const line: L.LatLngTuple[] = [];
  let [east, north] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    east += steps[at] ?? 0;
    north += steps[at + 1] ?? 0;
    line.push([north / 10, east / 10]);
  }
  return line;
}
