import { type Screen, SCREEN_NAME_MAX } from '@belfry/schemas/http/scenarios/screens';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../../kit/detail/index.ts';
import { DialogForm, Panel, PanelDrawer, type PanelHead, useFields } from '../../kit/panel/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import {
  useChangeScreenMutation,
  useCreateScreenMutation,
  useGetScreensQuery,
  useRemoveScreenMutation,
} from './scenarios-api.ts';

/** Displays without an account. */
export function ScreensPanel({ head }: { head: PanelHead }) {
  const { t } = useTranslation('scenarios');
  const stateOf = useScreenState();
  const query = useGetScreensQuery();
  return (
    <Panel
      head={head}
      label={t('screens.title')}
      query={query}
      failed={t('load_error')}
      empty={{ icon: IconDeviceTv, title: t('screens.empty'), text: t('screens.empty_text') }}
      add={{ label: t('screens.create'), renderForm: (onClose) => <ScreenForm onClose={onClose} /> }}
      renderRow={(screen) => ({ state: stateOf(screen) })}
      renderDrawer={(screen, onClose) => <ScreenDrawer screen={screen} onClose={onClose} />}
    />
  );
}

function useScreenState() {
  const { t } = useTranslation('scenarios');
  return ({ is_on }: Screen) =>
    is_on ? ({ state: 'ok', text: t('screens.on') } as const) : ({ state: 'off', text: t('screens.off') } as const);
}

function ScreenDrawer({ screen, onClose }: { screen: Screen; onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const [remove] = useRemoveScreenMutation();
  const { id, name, last_seen_at } = screen;
  return (
    <PanelDrawer
      thing={screen}
      state={useScreenState()(screen)}
      entries={[{ label: t('edit'), renderForm: (close) => <ScreenForm screen={screen} onClose={close} /> }]}
      removal={{
        label: t('remove'),
        question: { title: t('remove_of', { name }), text: t('screens.remove_text') },
        call: () => remove(id),
        failed: t('failed'),
      }}
      onClose={onClose}
    >
      <Section>
        <Text size="sm">
          {last_seen_at === null ? t('screens.never') : t('screens.seen', { at: moment(last_seen_at) })}
        </Text>
      </Section>
    </PanelDrawer>
  );
}

function ScreenForm({ screen, onClose }: { screen?: Screen; onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const [create] = useCreateScreenMutation();
  const [change] = useChangeScreenMutation();
  /** Of a new one, which is shown once. */
  const [url, setUrl] = useState<string | null>(null);
  const { values, set, text, isDirty } = useFields({ name: screen?.name ?? '', node: screen?.company_id ?? null });
  const { name, node } = values;
  return (
    <DialogForm<Screen & { url?: string }>
      title={screen ? t('edit_of', { name: screen.name }) : t('screens.create')}
      isDirty={isDirty}
      submitLabel={screen ? t('save') : t('screens.create')}
      call={
        screen
          ? () => change({ id: screen.id, name, revision: screen.revision })
          : node === null
            ? null
            : () => create({ name, company_id: node })
      }
      failed={t('save_failed')}
      onSaved={(saved) => (saved.url === undefined ? onClose() : setUrl(saved.url))}
      after={
        url === null ? null : (
          <Stack gap="md">
            <Text size="sm">{t('screens.address')}</Text>
            <CopyText value={url} />
            <Button onClick={onClose}>{t('screens.done')}</Button>
          </Stack>
        )
      }
      onClose={onClose}
    >
      <TextInput required data-autofocus label={t('name')} maxLength={SCREEN_NAME_MAX} {...text('name')} />
      {!screen && (
        <OnePlace
          right="members"
          label={t('place')}
          hint={t('screens.place_hint')}
          value={node}
          onChange={(chosen) => set({ node: chosen })}
        />
      )}
    </DialogForm>
  );
}
