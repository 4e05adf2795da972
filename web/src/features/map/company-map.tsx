import { Button, Group, Skeleton, Switch, Text, Title } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { type ReactNode, useState, useId } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LeafletMap, ZOOM_OF_PLACE } from './leaflet-map.tsx';
import { type MapPlace, useMapAddress } from './map-address.ts';
import { MapMarkers, StateIcon, useStateText } from './map-markers.tsx';
import { type BranchDevice, type MapFrame, type Marker, ZOOM_MAX, worstState } from './map-state.ts';
import { PlaceCard } from './place-card.tsx';
import { useMapNodes } from './use-map-nodes.ts';
import { WallMap } from './wall-map.tsx';
import classes from './company-map.module.css';
import type { MapNode } from '@belfry/schemas/http/map/map';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';

export type CompanyMapProps = {
  companyId: number;
  name: string;
  /** The devices at a node of the tree and below it; empty for one of another tree. */
  devicesOf: (companyId: number) => BranchDevice[];
  isHere: (companyId: number) => boolean;
  onShow: (companyId: number) => void;
  onPlan: (companyId: number) => void;
};

/** The places of a company on a map with a list of them; see TREE-60. */
export function CompanyMap({ companyId, name, devicesOf, isHere, onShow, onPlan }: CompanyMapProps) {
  const { t } = useTranslation('map');
  const errorText = useErrorMessage();
  const address = useMapAddress();
  const map = useMapNodes(address.all ? undefined : companyId);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [goTo, setGoTo] = useState<MapPlace | null>(null);
  const label = t(address.all ? 'label_all' : 'label', { name });
  if (map.error !== undefined) {
    return <ErrorState message={errorText(map.error, t('error'))} onRetry={map.retry} retrying={map.retrying} />;
  }
  if (!map.ready) return <Skeleton height={420} radius="md" aria-busy />;
  const cards = map.nodes.filter(({ company_id }) => selected.includes(company_id));
  const open = (marker: Marker, frame: MapFrame): void => {
    const { cluster, latitude, longitude, node } = marker;
    if (node) setSelected([node.company_id]);
    else if (cluster && cluster.zoom <= ZOOM_MAX && cluster.zoom > frame.zoom)
      frame.go({ latitude, longitude, zoom: cluster.zoom });
    else if (cluster) setSelected(cluster.nodes().map(({ company_id }) => company_id));
  };
  const moved = (frame: MapFrame): void => {
    map.onFrame(frame);
    address.onMoved(frame.place);
  };
  if (address.wall) return <WallMap label={label} map={map} address={address} onMoved={moved} onOpen={open} />;
  return (
    <div className={classes.room}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Switch
          label={t('all')}
          checked={address.all}
          onChange={({ currentTarget }) => {
            setSelected([]);
            address.onAll(currentTarget.checked);
          }}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDeviceTv size={16} aria-hidden />}
          onClick={() => {
            void document.documentElement.requestFullscreen?.().catch(() => undefined);
            address.onWall(true);
          }}
        >
          {t('wall')}
        </Button>
      </Group>
      {map.stale && <Notice tone="warning">{t('stale')}</Notice>}
      {map.nodes.length === 0 && (
        <Text c="dimmed" mb="xs">
          {t('none')}
        </Text>
      )}
      <div className={classes.view}>
        <div className={classes.canvas}>
          <LeafletMap
            key={address.all ? 'all' : companyId}
            label={label}
            start={address.place ?? map.nodes.map(({ coordinates }) => coordinates)}
            tiles={map.tiles}
            onMoved={moved}
            hasButtons
            goTo={goTo}
          >
            {(frame) => (
              <MapMarkers
                markers={map.clusters(frame.box, frame.zoom)}
                frame={frame}
                selected={selected.length === 1 ? (selected[0] ?? null) : null}
                onOpen={(marker) => open(marker, frame)}
              />
            )}
          </LeafletMap>
        </div>
        <div className={classes.side}>
          {cards.length > 0 && (
            <Cards key={selected.join()}>
              {cards.map((node) => (
                <PlaceCard
                  key={node.company_id}
                  node={node}
                  devices={devicesOf(node.company_id)}
                  onShow={isHere(node.company_id) ? () => onShow(node.company_id) : undefined}
                  onPlan={isHere(node.company_id) && node.type !== 'Device' ? () => onPlan(node.company_id) : undefined}
                  onClose={() => setSelected(selected.filter((id) => id !== node.company_id))}
                />
              ))}
            </Cards>
          )}
          <PlaceList
            nodes={map.nodes}
            more={map.more}
            selected={selected}
            onOpen={(node) => {
              setSelected([node.company_id]);
              setGoTo({ ...node.coordinates, zoom: ZOOM_OF_PLACE });
            }}
          />
        </div>
      </div>
    </div>
  );
}

/** The focus returns to the marker or row that has opened the cards. */
function Cards({ children }: { children: ReactNode }) {
  useReturnFocus();
  return children;
}

/** More are found on the map. */
const SHOWN = 200;

type Props = {
  nodes: readonly MapNode[];
  /** There are others, which the answer does not have. */
  more: boolean;
  selected: readonly number[];
  onOpen: (node: MapNode) => void;
};

/** The places as a list, those to look at first before the others: what the map says, for everybody who cannot see it. */
function PlaceList({ nodes, more, selected, onOpen }: Props) {
  const { t } = useTranslation('map');
  const locale = useLocale();
  const stateText = useStateText();
  const id = useId();
  if (nodes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" mb={4} id={id}>
        {t('places', { count: nodes.length })}
      </Title>
      <ul className={classes.places} aria-labelledby={id}>
        {nodes.slice(0, SHOWN).map((node) => (
          <li key={node.company_id}>
            <button
              type="button"
              className={classes.place}
              aria-current={selected.includes(node.company_id) || undefined}
              onClick={() => onOpen(node)}
            >
              <StateIcon state={worstState(node.devices)} />
              <span className={classes.placeName}>{node.name}</span>
              <span>{stateText(node.devices)}</span>
            </button>
          </li>
        ))}
      </ul>
      {(more || nodes.length > SHOWN) && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('more', { shown: formatCount(Math.min(SHOWN, nodes.length), locale) })}
        </Text>
      )}
    </section>
  );
}
