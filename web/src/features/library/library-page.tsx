import type { LibraryItem } from '@belfry/schemas/http/library/items';
import { USED_KINDS, type UsedKind } from '@belfry/schemas/http/library/uses';
import { Button, Menu } from '@mantine/core';
import { IconMusic } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useOpened } from '../../kit/detail/index.ts';
import { ListHead, Rows, TickedBar, ticksOf, useGrowing } from '../../kit/list/index.ts';
import { addressFilters, useListAddress } from '../../lib/list-address.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useSelection } from '../../ui/lists/selection.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SmsTemplates } from '../mail/sms/index.ts';
import { useMay } from '../teams/teams-api.ts';
import { ChimeForm } from './chime-form.tsx';
import { DeleteItem } from './delete-item.tsx';
import { Dictionary } from './dictionary.tsx';
import { ItemDrawer } from './item-drawer.tsx';
import { ItemRow } from './item-rows.tsx';
import { keyOf } from './item.ts';
import { useKindViews } from './kind-views.ts';
import { useDeleteResourceMutation, useGetLibraryQuery } from './library-api.ts';
import { MessageForm } from './message-form.tsx';
import { PlaylistForm } from './playlist-form.tsx';
import { type Recorder, RecorderContext } from './recorder.ts';
import { StationForm } from './station-form.tsx';
import { AddSounds } from './upload-zone.tsx';
import { useItemPlayer } from './use-item-player.tsx';

const KINDS = ['all', ...USED_KINDS, 'sms', 'dictionary'] as const;
const filters = addressFilters(z.object({ q: z.string().max(200).catch(''), kind: z.enum(KINDS).catch('all') }));
const FORMS: Record<Added, (onClose: () => void) => ReactNode> = {
  messages: (onClose) => <MessageForm message={undefined} onClose={onClose} />,
  audio: (onClose) => <AddSounds onClose={onClose} />,
  chimes: (onClose) => <ChimeForm chime={undefined} onClose={onClose} />,
  playlists: (onClose) => <PlaylistForm playlist={undefined} onClose={onClose} />,
  stations: (onClose) => <StationForm station={undefined} onClose={onClose} />,
  // In their own lists.
  sms: () => null,
  dictionary: () => null,
};
const ADDED = ['messages', 'audio', 'chimes', 'playlists', 'stations', 'sms', 'dictionary'] as const;
type Added = (typeof ADDED)[number];

/** Everything that announcements and music are made of; see LIB-1. @param recorder with it, audio is also recorded where it is chosen */
export function LibraryPage({ recorder = null }: { recorder?: Recorder | null }) {
  const { t } = useTranslation('library');
  const at = useListAddress(filters, { typed: 'q' });
  const { q, kind } = at.filters;
  const edits = useMay('edit_library');
  const editsTexts = useMay('edit_templates');
  const [adding, setAdding] = useState<Added | null>(null);
  const add = (what: Added): void => {
    if (what === 'dictionary' || what === 'sms') at.change({ kind: what });
    setAdding(what);
  };
  const isWords = kind === 'dictionary';
  const views = useKindViews(isWords ? null : kind, (next) => at.change({ kind: next }));
  return (
    <RecorderContext value={recorder}>
      <ListHead
        title={isWords ? t('tabs.dictionary') : t('title')}
        views={views}
        search={{ label: t('search'), value: q, onChange: (text) => at.change({ q: text }) }}
        menu={<Menu.Item onClick={() => at.change({ kind: 'dictionary' })}>{t('tabs.dictionary')}</Menu.Item>}
        primary={
          (kind === 'sms' ? editsTexts : edits) && (
            <Add kinds={ADDED.filter((each) => each !== 'sms' || editsTexts)} onAdd={add} />
          )
        }
      />
      {isWords ? (
        <Dictionary
          q={q}
          isAdding={adding === 'dictionary'}
          onAdd={() => setAdding('dictionary')}
          onAdded={() => setAdding(null)}
        />
      ) : kind === 'sms' ? (
        <SmsTemplates
          q={q}
          isAdding={adding === 'sms'}
          onAdd={() => setAdding('sms')}
          onAdded={() => setAdding(null)}
        />
      ) : (
        <Items key={`${kind} ${q}`} kind={kind} q={q} onAdd={edits ? add : null} onReset={() => at.change({ q: '' })} />
      )}
      {adding !== null && FORMS[adding](() => setAdding(null))}
    </RecorderContext>
  );
}

function Add({ kinds, onAdd }: { kinds: readonly Added[]; onAdd: (kind: Added) => void }) {
  const { t } = useTranslation('library');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="sm">{t('add')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {t(`kind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const TICKED_MAX = 100;
/** What is used is changed where it is used first. */
const mayDelete = ({ item, uses }: LibraryItem): boolean => uses === 0 && item.may_change !== false;

type ItemsProps = { kind: UsedKind | 'all'; q: string; onAdd: ((kind: Added) => void) | null; onReset: () => void };

function Items({ kind, q, onAdd, onReset }: ItemsProps) {
  const { t } = useTranslation(['library', 'list']);
  const { size, listOf } = useGrowing();
  const { opened, to, close } = useOpened();
  const player = useItemPlayer();
  const [deleting, setDeleting] = useState<LibraryItem | null>(null);
  const query = useGetLibraryQuery({ q, page: 1, page_size: size, ...(kind !== 'all' && { kind }) });
  const list = listOf(query);
  const listed = list.rows ?? [];
  const [remove] = useDeleteResourceMutation();
  const selection = useSelection<string>(`${kind} ${q}`, TICKED_MAX);
  const first = kind === 'all' ? 'messages' : kind;
  return (
    <>
      <Rows
        label={t(`tabs.${kind}`)}
        {...list}
        keyOf={keyOf}
        selects={
          onAdd === null
            ? undefined
            : ticksOf(selection, listed, {
                key: keyOf,
                label: ({ item }) => t('list:tick', { name: item.name }),
                may: mayDelete,
              })
        }
        empty={
          q === '' ? (
            <EmptyState
              icon={<IconMusic size={24} aria-hidden />}
              title={t(`${first}.empty`)}
              action={
                onAdd && (
                  <Button variant="default" onClick={() => onAdd(first)}>
                    {t(`${first}.new`)}
                  </Button>
                )
              }
            >
              {t(`${first}.empty_text`)}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconMusic size={24} aria-hidden />}
              title={t('none_match')}
              action={
                <Button variant="default" onClick={onReset}>
                  {t('reset')}
                </Button>
              }
            />
          )
        }
      >
        {(entry) => (
          <ItemRow
            entry={entry}
            to={to(keyOf(entry))}
            isOpen={opened === keyOf(entry)}
            player={player}
            onDelete={setDeleting}
          />
        )}
      </Rows>
      <TickedBar
        selection={selection}
        onPage={listed.filter(mayDelete).map(keyOf)}
        failed={t('delete_failed')}
        onDelete={(key) => {
          const entry = listed.find((each) => keyOf(each) === key);
          return entry ? remove({ kind: entry.kind, id: entry.item.id }) : Promise.resolve({ data: null });
        }}
      />
      {opened !== null && (
        <ItemDrawer opened={opened} listed={list.rows} player={player} onDelete={setDeleting} onClose={close} />
      )}
      {deleting && (
        <DeleteItem
          key={keyOf(deleting)}
          entry={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            if (opened === keyOf(deleting)) close();
          }}
        />
      )}
    </>
  );
}
