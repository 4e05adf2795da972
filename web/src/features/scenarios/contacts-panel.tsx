import type { ContactGroup } from '@belfry/schemas/http/scenarios/contacts';
import { Alert, Button, Code, FileInput, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Detail, Section, useOpened } from '../../kit/detail/index.ts';
import { Dot, Row, Rows, useFailure } from '../../kit/list/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
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

/** `head`: the head of the list, with its one button. */
export function ContactsPanel({ head }: { head: (primary: ReactNode) => ReactNode }) {
  const { t } = useTranslation('scenarios');
  const failureOf = useFailure();
  const query = useGetContactGroupsQuery();
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const open = query.data?.find(({ id }) => String(id) === opened);
  return (
    <>
      {head(
        <Button size="sm" onClick={() => setCreating(true)}>
          {t('contacts.create')}
        </Button>,
      )}
      <Rows
        label={t('contacts.title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<IconAddressBook size={24} />} title={t('contacts.empty')}>
            {t('contacts.empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {({ id, name, company_name, contacts }) => (
          <Row
            to={to(String(id))}
            name={name}
            path={company_name}
            facts={t('contacts.count', { count: contacts })}
            isOpen={id === open?.id}
          />
        )}
      </Rows>
      {open && <GroupDrawer key={open.id} group={open} onClose={close} />}
      {creating && <GroupForm onClose={() => setCreating(false)} />}
    </>
  );
}

function GroupDrawer({
  group: { id, name, company_name, contacts },
  onClose,
}: {
  group: ContactGroup;
  onClose: () => void;
}) {
  const { t } = useTranslation(['scenarios', 'voice-packs']);
  const { act, failure } = useAct({ inline: true });
  const [send, sending] = useImportContactsMutation();
  const [remove] = useRemoveContactGroupMutation();
  const { data = [] } = useGetContactsQuery(id);
  const [asks, setAsks] = useState(false);
  const failed = t('failed');
  return (
    <>
      <Detail
        title={name}
        path={company_name}
        state={{ state: contacts === 0 ? 'off' : 'ok', text: t('contacts.count', { count: contacts }) }}
        menu={
          <Menu.Item color="error" onClick={() => setAsks(true)}>
            {t('remove')}
          </Menu.Item>
        }
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
      </Detail>
      {asks && (
        <ConfirmDialog
          opened
          title={t('remove_of', { name })}
          confirmLabel={t('remove')}
          tone="error"
          onConfirm={async () => {
            if ((await act(() => remove(id), { failed })) !== undefined) onClose();
          }}
          onClose={() => setAsks(false)}
        >
          {t('contacts.remove_text')}
        </ConfirmDialog>
      )}
    </>
  );
}

function GroupForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('scenarios');
  const { act, pending, failure } = useAct({ inline: true });
  const [create] = useCreateContactGroupMutation();
  const [name, setName] = useState('');
  const [node, setNode] = useState<number | null>(null);
  return (
    <FormDialog title={t('contacts.create')} onClose={onClose}>
      {({ onCancel, onDirty }) => {
        const submit = async (event: FormEvent): Promise<void> => {
          event.preventDefault();
          if (node === null) return;
          if ((await act(() => create({ name, company_id: node }), { failed: t('save_failed') })) === undefined) return;
          onDirty(false);
          onClose();
        };
        return (
          <form onSubmit={(event) => void submit(event)} onChange={() => onDirty(true)}>
            <Stack gap="md">
              <TextInput
                required
                data-autofocus
                label={t('name')}
                maxLength={60}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <OnePlace
                right="members"
                label={t('place')}
                hint={t('contacts.place_hint')}
                value={node}
                onChange={setNode}
              />
              {failure !== null && (
                <Alert color="error" role="alert">
                  {failure}
                </Alert>
              )}
              <FormButtons
                submitLabel={t('contacts.create')}
                submitting={pending}
                submitDisabled={node === null || name.trim() === ''}
                onCancel={onCancel}
              />
            </Stack>
          </form>
        );
      }}
    </FormDialog>
  );
}
