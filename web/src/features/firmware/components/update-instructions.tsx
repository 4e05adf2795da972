import { Button, Code, Collapse, List, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

const STEPS = ['check', 'stop', 'backup', 'start', 'log', 'schedule'] as const;
const COMMANDS = [
  'API_URL=https://belfry.example DEVICE_SERIAL=… DEVICE_KEY_FILE=/etc/belfry/device-key \\',
  '  ./client-update.sh            # update now',
  './client-update.sh --schedule   # every night at 2:00',
].join('\n');

/** How devices that are not managed by rollouts update themselves, behind a button. */
export function UpdateInstructions() {
  const { t } = useTranslation('firmware');
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        mt="md"
        variant="subtle"
        size="compact-sm"
        h="auto"
        maw="100%"
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<IconChevronDown size={16} aria-hidden style={opened ? { rotate: '180deg' } : {}} />}
        onClick={() => setOpened((before) => !before)}
      >
        {t('instructions.title')}
      </Button>
      <Collapse expanded={opened} id={id}>
        <Text size="sm" mt="xs">
          {t('instructions.lead')}
        </Text>
        <List size="sm" mt="xs" spacing={4}>
          {STEPS.map((step) => (
            <List.Item key={step}>{t(`instructions.${step}`)}</List.Item>
          ))}
        </List>
        <Code block mt="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {COMMANDS}
        </Code>
      </Collapse>
    </div>
  );
}
