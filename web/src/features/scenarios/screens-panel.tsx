import { type Screen, SCREEN_NAME_MAX } from '@belfry/schemas/http/scenarios/screens';
import { Alert, Button, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Detail, Section, useOpened } from '../../kit/detail/index.ts';
import { Row, Rows, useFailure } from '../../kit/list/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useAct } from '../../ui/use-act.ts';
import {
  useChangeScreenMutation,
  useCreateScreenMutation,
  useGetScreensQuery,
  useRemoveScreenMutation,
} from './scenarios-api.ts';

/** Displays without an account. `head`: the head of the list, with its one button. */
export function ScreensPanel({ head }: { head: (primary: ReactNode) => ReactNode }) {
  const { t } = useTranslation('scenarios');
  const failureOf = useFailure();
  const query = useGetScreensQuery();
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const open = query.data?.find(({ id }) => String(id) === opened);
  return (
    <>
      {head(
        <Button size="sm" onClick={() => setCreating(true)}>
          {t('screens.create')}
        </Button>,
      )}
      <Rows
        label={t('screens.title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<IconDeviceTv size={24} />} title={t('screens.empty')}>
            {t('screens.empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {({ id, name, company_name, is_on }) => (
          <Row
            to={to(String(id))}
            state={{ state: is_on ? 'ok' : 'off', text: t(is_on ? 'screens.on' : 'screens.off') }}
            name={name}
            path={company_name}
            isOpen={id === open?.id}
          />
        )}
      </Rows>
      {open && <ScreenDrawer key={open.id} screen={open} onClose={close} />}
      {creating && <ScreenForm onClose={() => setCreating(false)} />}
    </>
  );
}

function ScreenDrawer({ screen, onClose }: { screen: Screen; onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const { act } = useAct({ parallel: true });
  const [remove] = useRemoveScreenMutation();
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null);
  const { id, name, company_name, is_on, last_seen_at } = screen;
  return (
    <>
      <Detail
        title={name}
        path={company_name}
        state={{ state: is_on ? 'ok' : 'off', text: t(is_on ? 'screens.on' : 'screens.off') }}
        menu={
          <>
            <Menu.Item onClick={() => setAsks('edit')}>{t('edit')}</Menu.Item>
            <Menu.Item color="error" onClick={() => setAsks('remove')}>
              {t('remove')}
            </Menu.Item>
          </>
        }
        onClose={onClose}
      >
        <Section>
          <Text size="sm">
            {last_seen_at === null ? t('screens.never') : t('screens.seen', { at: moment(last_seen_at) })}
          </Text>
        </Section>
      </Detail>
      {asks === 'edit' && <ScreenForm screen={screen} onClose={() => setAsks(null)} />}
      {asks === 'remove' && (
        <ConfirmDialog
          opened
          title={t('remove_of', { name })}
          confirmLabel={t('remove')}
          tone="error"
          onConfirm={async () => {
            if ((await act(() => remove(id), { failed: t('failed') })) !== undefined) onClose();
          }}
          onClose={() => setAsks(null)}
        >
          {t('screens.remove_text')}
        </ConfirmDialog>
      )}
    </>
  );
}

function ScreenForm({ screen, onClose }: { screen?: Screen; onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const [url, setUrl] = useState<string | null>(null);
  const title = screen ? t('edit_of', { name: screen.name }) : t('screens.create');
  return (
    <FormDialog title={title} onClose={onClose}>
      {({ onCancel, onDirty }) =>
        url === null ? (
          <Fields
            screen={screen}
            onDirty={onDirty}
            onCancel={onCancel}
            onSaved={(made) => {
              onDirty(false);
              if (made === null) onClose();
              else setUrl(made);
            }}
          />
        ) : (
          <Stack gap="md">
            <Text size="sm">{t('screens.address')}</Text>
            <CopyText value={url} />
            <Button onClick={onClose}>{t('screens.done')}</Button>
          </Stack>
        )
      }
    </FormDialog>
  );
}

type FieldsProps = {
  screen: Screen | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  /** With its address, which is shown once; null where it has one already. */
  onSaved: (url: string | null) => void;
};

function Fields({ screen, onDirty, onCancel, onSaved }: FieldsProps) {
  const { t } = useTranslation('scenarios');
  const { act, pending, failure } = useAct({ inline: true });
  const [create] = useCreateScreenMutation();
  const [change] = useChangeScreenMutation();
  const [name, setName] = useState(screen?.name ?? '');
  const [node, setNode] = useState<number | null>(screen?.company_id ?? null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const failed = t('save_failed');
    if (screen) {
      const { id, revision } = screen;
      if ((await act(() => change({ id, name, revision }), { failed })) !== undefined) onSaved(null);
    } else if (node !== null) {
      const made = await act(() => create({ name, company_id: node }), { failed });
      if (made !== undefined) onSaved(made.url);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} onChange={() => onDirty(true)}>
      <Stack gap="md">
        <TextInput
          required
          data-autofocus
          label={t('name')}
          maxLength={SCREEN_NAME_MAX}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {!screen && (
          <OnePlace right="members" label={t('place')} hint={t('screens.place_hint')} value={node} onChange={setNode} />
        )}
        {failure !== null && (
          <Alert color="error" role="alert">
            {failure}
          </Alert>
        )}
        <FormButtons
          submitLabel={screen ? t('save') : t('screens.create')}
          submitting={pending}
          submitDisabled={node === null}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
