import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { useRef, useState } from 'react';
import { useAddCompanyMutation, useAddMainCompanyMutation } from '../../../features/companies/companies-api.ts';
import { useGetOwnDevicesQuery } from '../../../features/devices/index.ts';
import { useRegisterDeviceMutation } from '../../../features/device-ownership/enrolment-api.ts';
import { useMemberships } from '../../../features/teams/teams-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { useAct } from '../../../ui/use-act.ts';
import classes from './home.module.css';

/** Nothing is there yet: one card that connects the first loudspeaker, after which the page has the field to say something. */
export function EmptyHouse() {
  const { t } = useTranslation('home');
  const { memberships, isLoading } = useMemberships();
  if (isLoading) return null;
  // Members wait for those who have invited them.
  if (memberships.length > 0) return <h1 className={classes.sentence}>{t('empty.member')}</h1>;
  return (
    <Paper withBorder p="lg" className={classes.card ?? ''}>
      <Title order={1} size={28}>
        {t('empty.title')}
      </Title>
      <Text size="sm">
        {t('empty.has_code')}{' '}
        <TextLink to="/add" underline="always">
          {t('empty.enter_code')}
        </TextLink>
      </Text>
      <Connect />
    </Paper>
  );
}

type Steps = { main?: number; place?: number; registered?: string };

function Connect() {
  const { t } = useTranslation('home');
  const { act, pending } = useAct();
  const [addMain] = useAddMainCompanyMutation();
  const [addCompany] = useAddCompanyMutation();
  const [register] = useRegisterDeviceMutation();
  const [name, setName] = useState('');
  // Those of the person that have no place yet.
  const { data: own = [] } = useGetOwnDevicesQuery();
  const [typed, setSerial] = useState<string | null>(null);
  const serial = typed ?? own[0]?.serial ?? '';
  const isOwn = own.some((device) => device.serial === serial);
  const [pass, setPass] = useState('');
  /** What an attempt has done already is not done twice. */
  const steps = useRef<Steps>({});
  const failed = t('empty.failed');
  const connect = async (): Promise<void> => {
    const { current } = steps;
    current.main ??= await act(() => addMain({ name }), { failed });
    if (current.main === undefined) return;
    const main = current.main;
    current.place ??= await act(() => addCompany({ name, type: 'Company', parent_company_id: main }), { failed });
    if (current.place === undefined) return;
    const place = current.place;
    if (!isOwn && current.registered !== serial) {
      const device = await act(() => register({ serial, ...(pass !== '' && { pass }) }), { failed });
      if (!device) return;
      current.registered = serial;
    }
    await act(() => addCompany({ name: t('empty.speaker'), type: 'Device', parent_company_id: place, serial }), {
      done: t('empty.connected'),
      failed,
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void connect();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('empty.place')}
          description={t('empty.place_hint')}
          required
          autoComplete="off"
          maxLength={COMPANY_LIMITS.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t('empty.number')}
          description={t('empty.number_hint')}
          required
          autoComplete="off"
          value={serial}
          onChange={({ currentTarget }) => setSerial(currentTarget.value)}
        />
        <TextInput
          label={t('empty.code')}
          description={t('empty.code_hint')}
          autoComplete="off"
          value={pass}
          onChange={({ currentTarget }) => setPass(currentTarget.value)}
        />
        <Button type="submit" size="md" loading={pending} disabled={name.trim() === '' || serial.trim() === ''}>
          {t('empty.connect')}
        </Button>
      </Stack>
    </form>
  );
}
