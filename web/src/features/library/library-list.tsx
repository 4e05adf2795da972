import { useAct } from '../../ui/use-act.ts';
import { Button, Group, Paper, Stack, Text, ActionIcon, Tooltip, List, Popover } from '@mantine/core';
import { IconPlus, type Icon, IconPencil, IconTrash, IconListSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { z } from 'zod';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { type Kind, type ListQuery, useDeleteResourceMutation, useGetUsesQuery } from './library-api.ts';
import { addressFilters, useListAddress } from '../../lib/list-address.ts';
import type { Page } from '../../lib/paging.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage, type PageEndpoint } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useMay } from '../teams/teams-api.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import classes from './library-list.module.css';
import type { UsedKind } from '@belfry/schemas/http/library/uses';

const PAGE_SIZE = 50;
const filters = addressFilters(z.object({ q: z.string().max(200).catch('') }));

type Props<T> = {
  kind: Kind;
  endpoint: PageEndpoint<ListQuery, Page<T>>;
  mark: Icon;
  nameOf: (item: T) => string;
  /** The dialog that edits an item, or makes a new one of undefined. */
  renderEditor: (item: T | undefined, onClose: () => void) => ReactNode;
  upload?: ReactNode;
  children: (item: T) => ReactNode;
};

export function LibraryList<T extends { id: number; may_change?: boolean | undefined }>(props: Props<T>) {
  const { kind, endpoint, mark: Mark, nameOf, renderEditor, upload, children } = props;
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const at = useListAddress(filters, { typed: 'q' });
  const list = usePage(endpoint, { at, size: PAGE_SIZE, ask: (asked) => asked });
  const { q } = at.filters;
  const [edited, setEdited] = useState<T | 'new' | null>(null);
  const edits = useMay('edit_library');
  const add = edits && upload === undefined && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t(`${kind}.new`)}
    </Button>
  );
  const isEmpty = list.rows?.length === 0;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <SearchField
          className={classes.search ?? ''}
          label={t('search')}
          placeholder={t(`${kind}.search`)}
          value={q}
          onChange={(text) => at.change({ q: text })}
        />
        {!(isEmpty && q === '') && add}
      </Group>
      {edits && upload}
      <RowList
        list={list}
        label={t(`tabs.${kind}`)}
        variant="frame"
        entry={classes.row}
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={6} height={56} />}
        failure={(error) => ({ message: errorText(error, t('load_failed')) })}
        filtered={q !== ''}
        empty={
          <Paper withBorder>
            <EmptyState icon={<Mark size={24} />} title={t(`${kind}.empty`)} action={add}>
              {t(`${kind}.empty_text`)}
            </EmptyState>
          </Paper>
        }
        noneFound={
          <Paper withBorder>
            <EmptyState
              icon={<Mark size={24} />}
              title={t('none_match')}
              action={<Button onClick={() => at.change({ q: '' })}>{t('reset')}</Button>}
            />
          </Paper>
        }
        showing={(range) => t('showing', range)}
      >
        {(item) => (
          <div className={classes.line}>
            {children(item)}
            <div className={classes.actions}>
              {kind !== 'dictionary' && <UsesButton kind={kind} id={item.id} name={nameOf(item)} />}
              {edits && (
                <RowActions
                  kind={kind}
                  id={item.id}
                  name={nameOf(item)}
                  refused={item.may_change === false}
                  onEdit={() => setEdited(item)}
                />
              )}
            </div>
          </div>
        )}
      </RowList>
      {edited !== null && renderEditor(edited === 'new' ? undefined : edited, () => setEdited(null))}
    </Stack>
  );
}

export function RowText({ name, lineClamp, children }: { name: string; lineClamp?: number; children: ReactNode }) {
  return (
    <div className={classes.name}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed" {...(lineClamp !== undefined && { lineClamp })}>
        {children}
      </Text>
    </div>
  );
}

type ActionsProps = { kind: Kind; id: number; name: string; refused: boolean; onEdit: () => void };

/** Edit and delete of a row; not for the work of others in an organisation. A refusal names what uses it. */
function RowActions({ kind, id, name, refused, onEdit }: ActionsProps) {
  const { t } = useTranslation(['library', 'common']);
  const { act } = useAct();
  const [remove] = useDeleteResourceMutation();
  const [asking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    await act(() => remove({ kind, id }), { done: t('deleted', { name }), failed: t('delete_failed') });
  };
  const why = (label: string): string => (refused ? `${label}. ${t('not_own')}` : label);
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('not_own')} disabled={!refused}>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={why(t('edit', { name }))}
            disabled={refused}
            onClick={onEdit}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="error"
            size={36}
            aria-label={why(t('delete', { name }))}
            disabled={refused}
            onClick={() => setAsking(true)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Tooltip>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title', { name })}
        confirmLabel={t('delete_confirm')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('delete_text')}
      </ConfirmDialog>
    </Group>
  );
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const two = (value: number): string => String(value).padStart(2, '0');

/** `3:07`, `1:02:30`; less than a second is `0:01`. */
export function formatLength(ms: number): string {
  const seconds = ms > 0 ? Math.max(1, Math.round(ms / 1_000)) : 0;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const rest = two(seconds % MINUTE_S);
  return seconds < HOUR_S ? `${minutes}:${rest}` : `${Math.floor(seconds / HOUR_S)}:${two(minutes)}:${rest}`;
}

type UsesButtonProps = { kind: UsedKind; id: number; name: string };

/** Tells where a resource is used; see LIB-26. */
function UsesButton({ kind, id, name }: UsesButtonProps) {
  const { t } = useTranslation('library');
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withArrow trapFocus={false}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('uses.of', { name })}
          onClick={() => setOpened((now) => !now)}
        >
          <IconListSearch size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw={320}>{opened && <Uses kind={kind} id={id} />}</Popover.Dropdown>
    </Popover>
  );
}

function Uses({ kind, id }: Omit<UsesButtonProps, 'name'>) {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const { data, error } = useGetUsesQuery({ kind, id });
  if (error) {
    return (
      <Text size="sm" c="error" role="alert">
        {errorText(error, t('uses.failed'))}
      </Text>
    );
  }
  if (!data) return <LineSkeletons count={2} height={18} />;
  if (data.total === 0) return <Text size="sm">{t('uses.none')}</Text>;
  const rest = data.total - data.names.length;
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {t('uses.title')}
      </Text>
      <List size="sm">
        {data.names.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
        {rest > 0 && <List.Item>{t('uses.more', { count: rest })}</List.Item>}
      </List>
    </>
  );
}
