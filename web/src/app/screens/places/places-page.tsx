import { Button, Menu } from '@mantine/core';
import { IconBinaryTree2, IconMapPins } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CompanyMap } from '../../../features/map/index.ts';
import { useListPlacesQuery } from '../../../features/places/places-api.ts';
import { useMay } from '../../../features/teams/teams-api.ts';
import { ListHead, Rows, useGrowing } from '../../../kit/list/index.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { OnePlace, useWhereQuery } from '../../../kit/where/index.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PlaceRow } from '../place/place-row.tsx';
import { SpeakerList } from './speaker-list.tsx';

const AddPlace = lazyDialog(async () => (await import('./add-place.tsx')).AddPlace);
const AddLoudspeaker = lazyDialog(
  async () => (await import('../../../features/device-ownership/pairing/index.ts')).AddLoudspeakerDialog,
);

const VIEWS = ['all', 'needs', 'loudspeakers', 'map'] as const;
type View = (typeof VIEWS)[number];

const SETTLE_MS = 150;

/** What stands where, and how is it. */
export function PlacesPage() {
  const { t } = useTranslation('place');
  const [address, setAddress] = useAddress();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const mayAdd = useMay('edit_places');
  const mayBind = useMay('bind_devices');
  const view = VIEWS.find((each) => each === address.get('view')) ?? 'all';
  const below = Number(address.get('below')) || null;
  const named = useWhereQuery({ right: 'read', targets: { nodes: [below ?? 0] } }, { skip: below === null });
  const [adding, setAdding] = useState<'place' | 'speaker' | null>(null);
  const set = (name: string, value: string | number | null): void =>
    setAddress((now) => setParameter(now, name, value), { preventScrollReset: true });
  const needs = useListPlacesQuery({ state: 'needs', page_size: 1 });
  const adds = { place: mayAdd && t('list.add'), speaker: mayBind && t('speakers.add') };
  const [main, other] = view === 'loudspeakers' ? (['speaker', 'place'] as const) : (['place', 'speaker'] as const);
  return (
    <>
      <ListHead<View>
        title={t('list.title')}
        views={{
          all: VIEWS.map((value) => ({
            value,
            label: t(`list.view.${value}`),
            count: value === 'needs' ? needs.data?.total : undefined,
          })),
          open: view,
          onOpen: (next) => set('view', next === 'all' ? null : next),
        }}
        search={{
          label: t(view === 'loudspeakers' ? 'speakers.search' : 'list.search'),
          value: typed,
          onChange: setTyped,
        }}
        chips={
          below === null
            ? []
            : [{ key: 'below', label: named.data?.items[0]?.name ?? '…', onClear: () => set('below', null) }]
        }
        filter={<OnePlace label={t('list.below')} value={below} onChange={(id) => set('below', id)} />}
        menu={
          <>
            {adds[other] && <Menu.Item onClick={() => setAdding(other)}>{adds[other]}</Menu.Item>}
            <Menu.Item component={Link} to="/navigation" leftSection={<IconBinaryTree2 size={16} aria-hidden />}>
              {t('list.tree')}
            </Menu.Item>
          </>
        }
        primary={
          adds[main] && (
            <Button size="sm" onClick={() => setAdding(main)}>
              {adds[main]}
            </Button>
          )
        }
      />
      {view === 'map' ? (
        <PlacesMap below={below} />
      ) : view === 'loudspeakers' ? (
        <SpeakerList q={q} />
      ) : (
        <PlaceRows key={`${view} ${below} ${q}`} q={q} below={below} needs={view === 'needs'} />
      )}
      {adding === 'place' && <AddPlace parentId={below} onClose={() => setAdding(null)} />}
      {adding === 'speaker' && <AddLoudspeaker onClose={() => setAdding(null)} />}
    </>
  );
}

type RowsProps = { q: string; below: number | null; needs: boolean };

function PlaceRows({ q, below, needs }: RowsProps) {
  const { t } = useTranslation('place');
  const { size, listOf } = useGrowing();
  const query = useListPlacesQuery({
    page_size: size,
    ...(q !== '' && { q }),
    ...(needs && { state: 'needs' as const }),
    ...(below !== null && { below }),
  });
  return (
    <Rows
      label={t('list.title')}
      {...listOf(query)}
      keyOf={({ company_id }) => company_id}
      empty={<EmptyState icon={<IconMapPins size={24} />} title={t(emptyText(needs, q !== '' || below !== null))} />}
    >
      {(place) => <PlaceRow place={place} path={[place.path, place.organisation].filter(Boolean).join(' · ')} />}
    </Rows>
  );
}

const emptyText = (needs: boolean, isFiltered: boolean) =>
  needs ? 'list.none_needs' : isFiltered ? 'list.none_found' : 'list.none';

function PlacesMap({ below }: { below: number | null }) {
  const navigate = useNavigate();
  const { data } = useWhereQuery({ right: 'read', ...(below !== null && { targets: { nodes: [below] } }) });
  const place = data?.items.find(({ kind }) => kind === 'place');
  if (place?.company_id == null) return null;
  const open = (id: number, tab = ''): void => void navigate(`${placeAddress(id)}${tab}`);
  return (
    <CompanyMap
      companyId={place.above[0] ?? place.company_id}
      name={place.name}
      devicesOf={() => []}
      isHere={() => true}
      onShow={(id) => open(id)}
      onPlan={(id) => open(id, '?tab=about')}
    />
  );
}
