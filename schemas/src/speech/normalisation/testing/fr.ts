/** Announcements in French: as they are written, and as they are spoken. */
export const phrases = `
Le magasin ouvre à 9h05. → Le magasin ouvre à neuf heures cinq.
Le magasin ferme à 18h. → Le magasin ferme à dix-huit heures.
Le magasin ferme à 18 h 30. → Le magasin ferme à dix-huit heures trente.
Le train part à 14:32. → Le train part à quatorze heures trente-deux.
Le train part à 21h01. → Le train part à vingt et une heures une.
Le train de 1h15 est annulé. → Le train d’une heure quinze est annulé.
Il est 0h15. → Il est zéro heure quinze.
Il est 1 h. → Il est une heure.
Le spectacle commence à 20h30. → Le spectacle commence à vingt heures trente.
Ouvert de 9h à 18h. → Ouvert de neuf heures à dix-huit heures.
Ouvert 9h–18h. → Ouvert de neuf heures à dix-huit heures.
Petit-déjeuner de 7:00 à 10:30. → Petit-déjeuner de sept heures à dix heures trente.
Petit-déjeuner 7:00–10:30. → Petit-déjeuner de sept heures à dix heures trente.
Nous fermons dans 5 min. → Nous fermons dans cinq minutes.
Nous fermons dans 1 min. → Nous fermons dans une minute.
Nous fermons dans 21 minutes. → Nous fermons dans vingt et une minutes.
Attendez 1 minute. → Attendez une minute.
Le vol dure 2 heures. → Le vol dure deux heures.
Le vol dure 21 heures. → Le vol dure vingt et une heures.
Le jeu commence dans 30 s. → Le jeu commence dans trente secondes.
L’offre dure 3 jours. → L’offre dure trois jours.
Aujourd’hui 10 % sur tout. → Aujourd’hui dix pour cent sur tout.
Économisez 50% sur les chaussures ! → Économisez cinquante pour cent sur les chaussures !
De 10 à 20 % de remise. → De dix à vingt pour cent de remise.
Entre 10–20 % de remise. → Entre dix et vingt pour cent de remise.
Le billet coûte 12,50 €. → Le billet coûte douze euros et cinquante centimes.
Le café coûte 1 €. → Le café coûte un euro.
Le café coûte 2 euros. → Le café coûte deux euros.
Une tasse coûte 0,80 €. → Une tasse coûte quatre-vingts centimes.
La voiture coûte 25 000 €. → La voiture coûte vingt-cinq mille euros.
Gagnez 1 000 000 € ! → Gagnez un million d’euros !
Le menu à 21 €. → Le menu à vingt et un euros.
Le billet coûte $20. → Le billet coûte vingt dollars.
Le livre coûte 80 €. → Le livre coûte quatre-vingts euros.
Le livre coûte 81 €. → Le livre coûte quatre-vingt-un euros.
Le bureau coûte 200 €. → Le bureau coûte deux cents euros.
Le bureau coûte 271 €. → Le bureau coûte deux cent soixante et onze euros.
Le lit coûte 99,99 €. → Le lit coûte quatre-vingt-dix-neuf euros et quatre-vingt-dix-neuf centimes.
Il fait 21 °C dehors. → Il fait vingt et un degrés Celsius dehors.
Cette nuit -5 °C. → Cette nuit moins cinq degrés Celsius.
Le four est à 180°. → Le four est à cent quatre-vingts degrés.
La vitesse est limitée à 30 km/h. → La vitesse est limitée à trente kilomètres par heure.
La gare est à 2,5 km. → La gare est à deux virgule cinq kilomètres.
Tournez dans 100 m. → Tournez dans cent mètres.
Pommes en promotion, 2 kg pour 3 €. → Pommes en promotion, deux kilogrammes pour trois euros.
Les bagages de plus de 23 kg sont payants. → Les bagages de plus de vingt-trois kilogrammes sont payants.
Ajoutez 250 ml d’eau. → Ajoutez deux cent cinquante millilitres d’eau.
La salle fait 45 m². → La salle fait quarante-cinq mètres carrés.
Le colis pèse 1,5 kg. → Le colis pèse un virgule cinq kilogramme.
Guichet n° 3, s’il vous plaît. → Guichet numéro trois, s’il vous plaît.
Le bus nº 12 est en retard. → Le bus numéro douze est en retard.
La cabine n°21 est libre. → La cabine numéro vingt et un est libre.
Les bureaux sont au 2e étage. → Les bureaux sont au deuxième étage.
Le 3ème étage est fermé. → Le troisième étage est fermé.
Voici le 1er appel. → Voici le premier appel.
La 1re classe est en tête. → La première classe est en tête.
La 1ère classe est en tête. → La première classe est en tête.
Le 21e visiteur gagne. → Le vingt et unième visiteur gagne.
Un immeuble du XIXe siècle. → Un immeuble du dix-neuvième siècle.
Au XXIe siècle. → Au vingt et unième siècle.
Fermé le 1er mai. → Fermé le premier mai.
Fermé le 25 décembre. → Fermé le vingt-cinq décembre.
Aujourd’hui dimanche 22 novembre. → Aujourd’hui dimanche vingt-deux novembre.
Ouverture le 22/11/2026. → Ouverture le vingt-deux novembre deux mille vingt-six.
Ouverture le 22 novembre 2026. → Ouverture le vingt-deux novembre deux mille vingt-six.
Le cours a lieu du 1er au 5 mai. → Le cours a lieu du premier au cinq mai.
Le cours a lieu 1–5 mai. → Le cours a lieu du premier au cinq mai.
L’hôtel date du 3 octobre 1998. → L’hôtel date du trois octobre mille neuf cent quatre-vingt-dix-huit.
Appelez le 01 23 45 67 89. → Appelez le zéro un, vingt-trois, quarante-cinq, soixante-sept, quatre-vingt-neuf.
Appelez le +33 1 23 45 67 89. → Appelez le plus trente-trois, un, vingt-trois, quarante-cinq, soixante-sept, quatre-vingt-neuf.
Appelez le +371 26 123 456. → Appelez le plus trois cent soixante et onze, vingt-six, cent vingt-trois, quatre cent cinquante-six.
Tél. 01 23 45 67 89. → Téléphone zéro un, vingt-trois, quarante-cinq, soixante-sept, quatre-vingt-neuf.
M. Dupont est attendu à l’accueil. → Monsieur Dupont est attendu à l’accueil.
Mme Martin est attendue à la caisse. → Madame Martin est attendue à la caisse.
Dr Petit, salle 12. → Docteur Petit, salle 12.
Fruits, pain, etc. → Fruits, pain, et cetera.
Apportez p. ex. une pomme. → Apportez par exemple une pomme.
Nous sommes av. Victor-Hugo. → Nous sommes avenue Victor-Hugo.
Attendez 5 à 10 minutes. → Attendez cinq à dix minutes.
Attendez 5–10 min. → Attendez cinq à dix minutes.
Les 3/4 des places sont prises. → Les trois quarts des places sont prises.
Nous avons reçu 12 500 visiteurs. → Nous avons reçu douze mille cinq cents visiteurs.
La note est 3,5. → La note est trois virgule cinq.
Ouvert 24/7. → Ouvert vingt-quatre heures sur vingt-quatre, sept jours sur sept.
La version 1.2.3 est installée. → La version 1.2.3 est installée.
Porte B12, vol A4. → Porte B12, vol A4.
Le code est 0012. → Le code est 0012.
Rendez-vous à 8h15, 9h et 10h45. → Rendez-vous à huit heures quinze, neuf heures et dix heures quarante-cinq.
Comptez env. 10 minutes. → Comptez environ dix minutes.
Il reste 71 places. → Il reste soixante et onze places.
Il reste 91 places. → Il reste quatre-vingt-onze places.
Il reste 1 place. → Il reste une place.
Il y a 2,5 litres. → Il y a deux virgule cinq litres.
Le train a un retard de 1 h. → Le train a un retard d’une heure.
Un retard de 1 minute est annoncé. → Un retard d’une minute est annoncé.
La tour mesure 1 250 m. → La tour mesure mille deux cent cinquante mètres.
Ouvert de 9 h à 12 h et de 14 h à 18 h. → Ouvert de neuf heures à douze heures et de quatorze heures à dix-huit heures.
Fermé les 5 et 6 mai. → Fermé les cinq et six mai.
La visite dure 1½ heure. → La visite dure une heure et demie.
La visite dure 2 ½ heures. → La visite dure deux heures et demie.
Attendez ½ heure. → Attendez une demi-heure.
Achetez ½ kg de cerises. → Achetez un demi-kilogramme de cerises.
Ouvert lun–ven 9h–18h. → Ouvert lun–ven de neuf heures à dix-huit heures.
Ouvert Lun–Ven de 9h à 18h. → Ouvert du lundi au vendredi de neuf heures à dix-huit heures.
Ouvert 24h/24 et 7j/7. → Ouvert vingt-quatre heures sur vingt-quatre et sept jours sur sept.
Billets de €5–€10. → Billets de cinq à dix euros.
Le colis fait 5 x 10 cm. → Le colis fait cinq sur dix centimètres.
Voir pages 10–12. → Voir pages dix à douze.
Le 1er janvier 2000. → Le premier janvier deux mille.
Vacances du 28 octobre – 5 novembre. → Vacances du vingt-huit octobre au cinq novembre.
Notre réseau 5G est là. → Notre réseau 5G est là.
Il a coûté 2 M€. → Il a coûté 2 M€.
Appelez le 0800 123 456. → Appelez le zéro huit cents, cent vingt-trois, quatre cent cinquante-six.
Appelez le 06.12.34.56.78. → Appelez le zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit.
Ce soir de -5 à +5 °C. → Ce soir de moins cinq à plus cinq degrés Celsius.
Il reste 0 place. → Il reste zéro place.
Il reste 11 places. → Il reste onze places.
Il reste 101 places. → Il reste cent une places.
Il reste 1000 places. → Il reste mille places.
Il reste 2000 places. → Il reste deux mille places.
Il reste 180 places. → Il reste cent quatre-vingts places.
Il reste 80 000 places. → Il reste quatre-vingt mille places.
Il reste 99 minutes. → Il reste quatre-vingt-dix-neuf minutes.
Il reste 61 minutes. → Il reste soixante et une minutes.
Le prix est de 1 500 000 €. → Le prix est d’un million cinq cent mille euros.
La cuve fait 20 m3. → La cuve fait vingt mètres cubes.
Fermé les 5, 6 et 7 mai. → Fermé les cinq, six et sept mai.
Adresse 12/3, porte A. → Adresse 12/3, porte A.
Ouvert de 9.00 à 18.30, salle 4.12, à 9.05 → Ouvert de neuf heures à dix-huit heures trente, salle 4.12, à neuf heures cinq
Louis XIV, François Ier, porte IV, XVIIe siècle, IIe étage, Élisabeth II → Louis quatorze, François premier, porte quatre, dix-septième siècle, deuxième étage, Élisabeth deux
Gare St-Lazare, Ste Anne → Gare Saint-Lazare, Sainte Anne
`;
