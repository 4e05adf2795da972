import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { OwnAccountOnly } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { BrowserRow } from './browser-row.tsx';
import { useInstall } from '../../../lib/install.ts';
import { useGetPushBrowsersQuery } from './push-api.ts';
import classes from './push.module.css';
import { useBrowserPush } from './use-browser-push.ts';

/** Messages in this browser, the browsers that the person has, and how the console is installed; see ALARM-20. */
export function PushSettings() {
  const { t } = useTranslation('push');
  const isImpersonated = useIsImpersonated();
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} size="h5" id={id}>
          {t('title')}
        </Title>
        <OwnAccountOnly isImpersonated={isImpersonated}>
          <Browsers />
        </OwnAccountOnly>
      </Stack>
    </Paper>
  );
}

function Browsers() {
  const { t } = useTranslation('push');
  const errorText = useErrorMessage();
  const query = useGetPushBrowsersQuery();
  const own = query.data?.find(({ current }) => current);
  const { obstacle, isOn, isBusy, turn } = useBrowserPush(own);
  return (
    <>
      <div>
        <SwitchRow
          label={t('here')}
          description={t('here_hint')}
          checked={isOn}
          disabled={isBusy || query.data === undefined || (obstacle !== null && !isOn)}
          onChange={(on) => void turn(on)}
        />
        <Text component="output" display="block" size="xs" mt={4} c={obstacle === 'denied' ? 'warning' : 'dimmed'}>
          {obstacle !== null && t(`obstacles.${obstacle}`)}
        </Text>
      </div>
      <RowList
        list={wholeList(query, query.data)}
        label={t('list')}
        entry={classes.row}
        keyOf={(browser) => browser.subscription_id}
        waiting={<LineSkeletons count={1} height={40} />}
        empty={
          <Text size="xs" c="dimmed">
            {t('none')}
          </Text>
        }
        failure={(error) => ({ message: errorText(error, t('error')) })}
      >
        {(browser) => <BrowserRow browser={browser} onRemove={browser.current ? () => turn(false) : undefined} />}
      </RowList>
      <Install />
    </>
  );
}

/** Where the browser offers it; on phones of Apple people do it by themselves. */
function Install() {
  const { t } = useTranslation('push');
  const install = useInstall();
  if (!install) return null;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" flex="1 1 200px">
        {t('install_hint')}
      </Text>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={install}>
        {t('install')}
      </Button>
    </Group>
  );
}
