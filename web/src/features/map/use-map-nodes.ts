import type { MapNode } from '@belfry/schemas/http/map/map';
import { useMemo, useState } from 'react';
import { useGetMapQuery, useGetMapTilesQuery } from './map-api.ts';
import type { MapFrame } from './map-state.ts';
import { byState, clusterPlaces } from './map-state.ts';

/** The counts of devices follow no single message of a device, so they are read again. */
const REFRESH_MS = 20_000;
const NO_NODES: readonly MapNode[] = [];

/** Degrees, with the longitudes between -180 and 180; wider boxes are the whole earth. */
function boxText([west, south, east, north]: MapFrame['box']): string {
  const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const sides = east - west >= 360 ? [-180, south, 180, north] : [turned(west), south, turned(east), north];
  return sides.map((degrees) => degrees.toFixed(3)).join(',');
}

/**
 * The places of a branch, or of everything that the person sees, kept up to date; and what maps are drawn on. Where there are more places than one
 * answer has, those in the part that is shown are asked for.
 */
export function useMapNodes(companyId: number | undefined) {
  const [asked, setAsked] = useState<{ companyId: number | undefined; box: string }>();
  const box = asked?.companyId === companyId ? asked?.box : undefined;
  const query = useGetMapQuery(
    { ...(companyId !== undefined && { company_id: companyId }), ...(box !== undefined && { box }) },
    { pollingInterval: REFRESH_MS },
  );
  const tiles = useGetMapTilesQuery();
  // Another part of the earth is loaded behind what is shown, another company is not.
  const data = query.currentData ?? (box === undefined ? undefined : query.data);
  const nodes = data?.nodes ?? NO_NODES;
  const more = data?.more ?? false;
  const clusters = useMemo(() => clusterPlaces(nodes), [nodes]);
  const sorted = useMemo(() => nodes.toSorted(byState), [nodes]);
  return {
    nodes: sorted,
    clusters,
    more,
    tiles: tiles.data ?? null,
    ready: data !== undefined && !tiles.isLoading,
    error: data === undefined ? query.error : undefined,
    stale: data !== undefined && query.error !== undefined,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
    onFrame: (frame: MapFrame): void => {
      if (more || box !== undefined) setAsked({ companyId, box: boxText(frame.box) });
    },
  };
}
