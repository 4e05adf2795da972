import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTimes } from '../../../lib/times.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { Facts } from '../../../ui/card.tsx';
import { PersonStatus, useRoleLabel } from '../../../ui/person.tsx';
import { Flag } from '../../../ui/pickers/choice-field.tsx';
import { useAccountLanguages, useCountries } from '../../lookups/lookups-api.ts';
import { zoneLabel } from '../../../lib/time-zone-choice.ts';
import classes from './profile-blocks.module.css';
import { ChangeContact } from './change-contact.tsx';
import { PasswordSection } from './password-section.tsx';
import { Anchor, Badge, VisuallyHidden, Title } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState, type ComponentType, useId, type ReactNode } from 'react';

type ProfileBlocksProps = { profile: Profile; banner: ShowBanner; confirmPhone: ConfirmPhone };

export function ProfileBlocks({ profile, banner, confirmPhone }: ProfileBlocksProps) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('profile');
  const own = isOwn(profile);
  return (
    <>
      <Block title={t('personal.title')}>
        <Facts
          facts={[
            [t('fields.name'), profile.name],
            [t('fields.email'), <EmailValue key="email" profile={profile} />],
            [t('fields.phone'), <PhoneValue key="phone" profile={profile} Dialog={confirmPhone} />],
            [t('fields.role'), roleLabel(profile.role)],
          ]}
        />
        {own && <PasswordSection email={profile.email} banner={banner} />}
      </Block>
      <Location profile={profile} />
      <Statistics profile={profile} />
    </>
  );
}

type PhoneProps = { profile: Profile; Dialog: ConfirmPhone };

/** An administrator who works in the account changes neither its contacts nor its password. */
const isOwn = ({ opened_by }: Profile): boolean => opened_by === null;

export const EmailValue = ({ profile }: { profile: Profile }) => (
  <span className={classes.line}>
    <ConfirmableText text={profile.email} confirmed={profile.email_confirm} />
    {isOwn(profile) && <ChangeContact kind="email" />}
  </span>
);

export function PhoneValue({ profile, Dialog }: PhoneProps) {
  const { t } = useTranslation('profile');
  const { phone, phone_confirm: confirmed } = profile;
  return (
    <span className={classes.line}>
      {phone === null ? t('none') : <ConfirmableText text={phone} confirmed={confirmed} confirm={{ phone, Dialog }} />}
      {isOwn(profile) && <ChangeContact kind="phone" />}
    </span>
  );
}

function Location({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const { list: countries } = useCountries();
  const { list: languages } = useAccountLanguages();
  const country = countries.find(({ code }) => code === profile.country_code);
  const language = languages.find(({ code }) => code === profile.lang);
  return (
    <Block title={t('location.title')}>
      <Facts
        facts={[
          [
            t('fields.country'),
            country ? (
              <span key="country" className={classes.line}>
                <Flag emoji={country.flag} />
                {country.name}
              </span>
            ) : (
              (profile.country ?? t('none'))
            ),
          ],
          [t('fields.code'), profile.country_code ?? t('none')],
          [t('fields.city'), profile.city ?? t('none')],
          [t('fields.region'), profile.region ?? t('none')],
          [t('fields.zone'), zoneLabel(profile, locale)],
          [t('fields.lang'), language?.name ?? profile.lang],
        ]}
      />
    </Block>
  );
}

function Statistics({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const times = useTimes();
  return (
    <Block title={t('statistics.title')}>
      <Facts
        facts={[
          [t('statistics.registered'), profile.created_at ? times.day(profile.created_at) : t('none')],
          [t('statistics.last_login'), profile.last_login ? times.moment(profile.last_login) : t('none')],
          [t('statistics.companies'), formatCount(profile.companies.length, locale)],
          [t('statistics.status'), <PersonStatus key="status" person={profile} />],
        ]}
      />
    </Block>
  );
}

export type ConfirmPhone = ComponentType<{ phone: string; onClose: () => void }>;

type ConfirmableTextProps = {
  text: string;
  confirmed: boolean;
  confirm?: { phone: string; Dialog: ConfirmPhone };
};

function ConfirmableText({ text, confirmed, confirm }: ConfirmableTextProps) {
  const { t } = useTranslation('profile');
  const [confirming, setConfirming] = useState(false);
  return (
    <span className={classes.line}>
      {text}
      {confirmed && (
        <>
          <IconCircleCheckFilled size={16} className={classes.tick} aria-hidden />
          <VisuallyHidden>{t('confirmed')}</VisuallyHidden>
        </>
      )}
      {!confirmed && confirm && (
        <Anchor component="button" type="button" size="sm" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
          {t('confirm')}
        </Anchor>
      )}
      {confirming && confirm && <confirm.Dialog phone={confirm.phone} onClose={() => setConfirming(false)} />}
    </span>
  );
}

export function ConfirmedBadge({ confirmed }: { confirmed: boolean }) {
  const { t } = useTranslation('profile');
  return (
    <Badge variant="light" color={confirmed ? 'success' : 'warning'} size="sm" tt="none">
      {t(confirmed ? 'confirmed' : 'unconfirmed')}
    </Badge>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.block} aria-labelledby={id}>
      <Title order={4} size="h6" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
