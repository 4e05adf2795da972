import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { SMS_VARIABLES } from '@belfry/schemas/domain/sms-template';
import { SMS_TEXT_MAX } from '@belfry/schemas/http/mail/sms';
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useInsertAtCaret } from '../../../lib/focus.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useGetSmsTemplatesQuery } from './sms-api.ts';
import classes from './sms.module.css';

type Props = { value: string; onChange: (text: string) => void; withTemplates?: boolean };
export function TextField({ value, onChange, withTemplates = true }: Props) {
  const { t } = useTranslation('sms');
  const { field, insert } = useInsertAtCaret({ value, maxLength: SMS_TEXT_MAX, onChange });
  return (
    <Stack gap="xs">
      {withTemplates && <TemplateSelect onChoose={onChange} />}
      <Textarea
        ref={field}
        label={t('send.text')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={SMS_TEXT_MAX}
      />
      <Group justify="space-between" gap="xs">
        <fieldset className={classes.variables} aria-label={t('send.variables')}>
          {SMS_VARIABLES.map((variable) => (
            <Button key={variable} size="compact-xs" variant="default" onClick={() => insert(`{${variable}}`)}>
              {t(`variables.${variable}`)}
            </Button>
          ))}
        </fieldset>
        <PartsCount text={value} />
      </Group>
    </Stack>
  );
}

function PartsCount({ text }: { text: string }) {
  const { t } = useTranslation('sms');
  const locale = useLocale();
  const { encoding, parts, left } = countSmsParts(text);
  return (
    <Text component="output" size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {t('send.parts', { count: parts, left: formatCount(left, locale) })}
      {encoding === 'UCS-2' && ` ${t('send.short')}`}
    </Text>
  );
}

function TemplateSelect({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('sms');
  const { data = [] } = useGetSmsTemplatesQuery();
  if (data.length === 0) return null;
  return (
    <NativeSelect
      label={t('send.template')}
      value=""
      data={[
        { value: '', label: t('send.template_hint') },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => {
        const template = data.find(({ id }) => String(id) === currentTarget.value);
        if (template) onChoose(template.text);
      }}
    />
  );
}
