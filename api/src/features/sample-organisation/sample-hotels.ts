import { entrance, food, place, shop, type SampleChain } from './sample-chain.ts';

export const HOTELS: SampleChain = {
  name: 'Lumen Hotels',
  description: 'City hotels',
  emblem: '🏨',
  country: 'France',
  regions: [
    {
      name: 'France',
      description: 'Paris and Marseille',
      emblem: '🗼',
      country: 'France',
      language: 'fr',
      shops: [
        shop(
          ['Hotel Rivoli', '120 rooms', '🏨'],
          ['Paris', 'Rue de Rivoli', '210', '75001'],
          [
            entrance('Lobby', 'Behind the reception'),
            food('Restaurant', 'Pair of speakers', 'Window side'),
            place('Spa', 'Waterproof speaker', 'Relaxation room'),
            food('Kitchen', 'Wall speaker', 'At the pass'),
          ],
        ),
        shop(
          ['Hotel du Port', '64 rooms', '⚓'],
          ['Marseille', 'Quai du Port', '18', '13002'],
          [entrance('Lobby', 'Next to the lift'), food('Terrace', 'Outdoor speaker', 'Under the awning')],
        ),
      ],
    },
    {
      name: 'Spain',
      description: 'Madrid',
      emblem: '🏖️',
      country: 'Spain',
      language: 'es',
      shops: [
        shop(
          ['Hotel Prado', '88 rooms', '🏨'],
          ['Madrid', 'Calle de Alcalá', '15', '28014'],
          [
            entrance('Lobby', 'Above the entrance'),
            food('Rooftop bar', 'Outdoor speaker', 'Weatherproof box'),
            place('Pool', 'Waterproof speaker', 'At the shallow end'),
          ],
        ),
      ],
    },
  ],
};
