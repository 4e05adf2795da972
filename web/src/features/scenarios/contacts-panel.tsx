import type { ContactGroup } from '@belfry/schemas/http/scenarios/contacts';
import { Alert, Code, FileInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { Section } from '../../kit/detail/index.ts';
import { Dot } from '../../kit/list/index.ts';
import { DialogForm, Panel, PanelDrawer, type PanelHead, useFields } from '../../kit/panel/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import {
  useCreateContactGroupMutation,
  useGetContactGroupsQuery,
  useGetContactsQuery,
  useImportContactsMutation,
  useRemoveContactGroupMutation,
} from './scenarios-api.ts';
import classes from './scenarios.module.css';

const SHOWN = 200;

export function ContactsPanel({ head }: { head: PanelHead }) {
  const { t } = useTranslation('scenarios');
  const query = useGetContactGroupsQuery();
  return (
    <Panel
      head={head}
      label={t('contacts.title')}
      query={query}
      failed={t('load_error')}
      empty={{ icon: IconAddressBook, title: t('contacts.empty'), text: t('contacts.empty_text') }}
      add={{ label: t('contacts.create'), renderForm: (onClose) => <GroupForm onClose={onClose} /> }}
      renderRow={({ contacts }) => ({ facts: t('contacts.count', { count: contacts }) })}
      renderDrawer={(group, onClose) => <GroupDrawer group={group} onClose={onClose} />}
    />
  );
}

function GroupDrawer({ group, onClose }: { group: ContactGroup; onClose: () => void }) {
  const { t } = useTranslation(['scenarios', 'voice-packs']);
  const { act, failure } = useAct({ inline: true });
  const [send, sending] = useImportContactsMutation();
  const [remove] = useRemoveContactGroupMutation();
  const { id, name, contacts } = group;
  const { data = [] } = useGetContactsQuery(id);
  const failed = t('failed');
  return (
    <PanelDrawer
      thing={group}
      state={{
        // Who has not confirmed gets nothing.
        state: data.length === 0 ? 'off' : data.every(({ confirmed }) => confirmed) ? 'ok' : 'look',
        text: t('contacts.count', { count: contacts }),
      }}
      entries={[]}
      removal={{
        label: t('remove'),
        question: { title: t('remove_of', { name }), text: t('contacts.remove_text') },
        call: () => remove(id),
        failed,
      }}
      onClose={onClose}
    >
      <Section title={t('contacts.import')}>
        <Stack gap="sm">
          <Text size="sm">
            {t('contacts.import_text')} <Code>name, email, phone, language</Code>
          </Text>
          <FileInput
            label={t('contacts.file')}
            placeholder={t('voice-packs:upload.choose')}
            accept=".csv,text/csv"
            disabled={sending.isLoading}
            onChange={(file) => file && void act(() => send({ id, file, charset: '' }), { failed })}
          />
          {failure !== null && (
            <Alert color="error" role="alert">
              {failure}
            </Alert>
          )}
        </Stack>
      </Section>
      {data.length > 0 && (
        <Section title={t('contacts.title')}>
          <ul className={classes.steps}>
            {data.slice(0, SHOWN).map((contact) => {
              const address = [contact.email, contact.phone].filter(Boolean).join(', ');
              return (
                <li key={`${contact.name} ${address}`} className={classes.receipt}>
                  <Dot
                    state={contact.confirmed ? 'ok' : 'look'}
                    text={t(contact.confirmed ? 'contacts.confirmed' : 'contacts.unconfirmed')}
                  />
                  <span title={contact.name}>{contact.name}</span>
                  <span className={classes.detail} title={address}>
                    {address}
                  </span>
                </li>
              );
            })}
          </ul>
          {data.length > SHOWN && <Text size="sm">{t('more', { count: data.length - SHOWN })}</Text>}
        </Section>
      )}
    </PanelDrawer>
  );
}

function GroupForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const [create] = useCreateContactGroupMutation();
  const { values, set, text, isDirty } = useFields({ name: '', node: null as number | null });
  const { name, node } = values;
  return (
    <DialogForm
      title={t('contacts.create')}
      isDirty={isDirty}
      submitLabel={t('contacts.create')}
      call={node === null || name.trim() === '' ? null : () => create({ name, company_id: node })}
      failed={t('save_failed')}
      onClose={onClose}
    >
      <TextInput required data-autofocus label={t('name')} maxLength={60} {...text('name')} />
      <OnePlace
        right="members"
        label={t('place')}
        hint={t('contacts.place_hint')}
        value={node}
        onChange={(chosen) => set({ node: chosen })}
      />
    </DialogForm>
  );
}
