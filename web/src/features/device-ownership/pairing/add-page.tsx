import { Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslation } from '../../../lib/translation.ts';
import { AddLoudspeaker } from './add-loudspeaker.tsx';
import classes from './pairing.module.css';

/** `/add?code=BCD-FGH&place=7`: where the QR code of a device leads. */
export function AddPage() {
  const { t } = useTranslation('pairing');
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const place = Number(address.get('place')) || undefined;
  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title}>
        {t('title')}
      </Title>
      <AddLoudspeaker
        key={attempt}
        code={address.get('code') ?? ''}
        place={place}
        onDone={() => void navigate(place === undefined ? '/home' : `/places/${place}`)}
        onAnother={() => {
          setAddress(place === undefined ? {} : { place: String(place) }, { replace: true });
          setAttempt(attempt + 1);
        }}
      />
    </div>
  );
}
