import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { askPermission, readPermission } from '../../../lib/system-notifications.ts';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { useChoices } from './use-choices.ts';

/** Notices of the browser and drafts of forms; see SHELL-40 and SHELL-41. */
export function WorkingGroup() {
  const { t } = useTranslation('settings');
  const { choices, locked, change } = useChoices();
  return (
    <PageSection title={t('working.title')}>
      <NotificationsSetting
        checked={choices?.system_notifications ?? false}
        disabled={locked}
        onChange={(system_notifications) => void change({ system_notifications })}
      />
      <SwitchRow
        label={t('working.auto_save')}
        description={t('working.auto_save_hint')}
        checked={choices?.auto_save ?? false}
        disabled={locked}
        onChange={(auto_save) => void change({ auto_save })}
      />
    </PageSection>
  );
}

type Props = { checked: boolean; disabled: boolean; onChange: (checked: boolean) => void };

/** The choice holds in every browser; each browser is asked for its permission here, and only after a click. */
function NotificationsSetting({ checked, disabled, onChange }: Props) {
  const { t } = useTranslation('settings');
  const [permission, setPermission] = useState(readPermission);
  const ask = async (): Promise<boolean> => {
    const answer = await askPermission();
    setPermission(answer);
    return answer === 'granted';
  };
  const choose = async (on: boolean): Promise<void> => {
    if (!on || (await ask())) onChange(on);
  };
  return (
    <div>
      <SwitchRow
        label={t('working.notifications')}
        description={t('working.notifications_hint')}
        checked={checked}
        disabled={disabled || (permission === 'unsupported' && !checked)}
        onChange={(on) => void choose(on)}
      />
      <Text component="output" display="block" size="xs" c={permission === 'denied' ? 'warning' : 'dimmed'}>
        {permission === 'denied' && t('working.denied')}
        {permission === 'unsupported' && t('working.unsupported')}
      </Text>
      {permission === 'default' && checked && (
        <Group gap="sm" mt="xs">
          <Text size="xs" c="dimmed">
            {t('working.not_asked')}
          </Text>
          <Button size="compact-sm" variant="light" onClick={() => void ask()}>
            {t('working.allow')}
          </Button>
        </Group>
      )}
    </div>
  );
}
