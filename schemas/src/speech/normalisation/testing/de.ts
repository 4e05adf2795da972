/** Announcements in German: as they are written, and as they are spoken. */
export const phrases = `
Wir öffnen um 9:05 Uhr. → Wir öffnen um neun Uhr fünf.
Wir schließen um 18:00 Uhr. → Wir schließen um achtzehn Uhr.
Der Zug fährt um 14:32 ab. → Der Zug fährt um vierzehn Uhr zweiunddreißig ab.
Der Zug fährt um 1:00 Uhr ab. → Der Zug fährt um ein Uhr ab.
Der Zug fährt um 21.01 Uhr ab. → Der Zug fährt um einundzwanzig Uhr eins ab.
Die Vorstellung beginnt um 19.30 Uhr. → Die Vorstellung beginnt um neunzehn Uhr dreißig.
Es ist 0:15 Uhr. → Es ist null Uhr fünfzehn.
Der Markt schließt um 20 Uhr. → Der Markt schließt um zwanzig Uhr.
Wir öffnen um 1 Uhr. → Wir öffnen um ein Uhr.
Geöffnet von 9 bis 18 Uhr. → Geöffnet von neun bis achtzehn Uhr.
Geöffnet von 9:00 bis 18:30 Uhr. → Geöffnet von neun Uhr bis achtzehn Uhr dreißig.
Geöffnet 9–18 Uhr. → Geöffnet neun bis achtzehn Uhr.
Frühstück gibt es von 7:00–10:30 Uhr. → Frühstück gibt es von sieben Uhr bis zehn Uhr dreißig.
Wir schließen in 5 Min. → Wir schließen in fünf Minuten.
Wir schließen in 1 Min. → Wir schließen in einer Minute.
Wir schließen in 1 Minute. → Wir schließen in einer Minute.
Noch 1 Minute. → Noch eine Minute.
Bitte warten Sie 2 Std. → Bitte warten Sie zwei Stunden.
Der Flug dauert 1 h. → Der Flug dauert eine Stunde.
Der Flug dauert 21 Stunden. → Der Flug dauert einundzwanzig Stunden.
In 30 Sek. geht es los. → In dreißig Sekunden geht es los.
Die Aktion läuft 3 Tage. → Die Aktion läuft drei Tage.
Nach 2 Jahren ist Schluss. → Nach zwei Jahren ist Schluss.
Heute 10 % auf alles. → Heute zehn Prozent auf alles.
Sparen Sie 50% bei Schuhen! → Sparen Sie fünfzig Prozent bei Schuhen!
Rabatte von 10–20 %. → Rabatte von zehn bis zwanzig Prozent.
Zwischen 5–10 % günstiger. → Zwischen fünf und zehn Prozent günstiger.
Die Karte kostet 12,50 €. → Die Karte kostet zwölf Euro und fünfzig Cent.
Der Kaffee kostet 1 €. → Der Kaffee kostet einen Euro.
Der Kaffee kostet 2 Euro. → Der Kaffee kostet zwei Euro.
Eine Tasse kostet 0,80 €. → Eine Tasse kostet achtzig Cent.
Das Auto kostet 25.000 €. → Das Auto kostet fünfundzwanzigtausend Euro.
Gewinnen Sie 1.000.000 €! → Gewinnen Sie eine Million Euro!
Das Ticket kostet $20. → Das Ticket kostet zwanzig Dollar.
Alle Bücher unter 10 € sind reduziert. → Alle Bücher unter zehn Euro sind reduziert.
Das Menü für 9,99 EUR. → Das Menü für neun Euro und neunundneunzig Cent.
Parken kostet 2 CHF. → Parken kostet zwei Franken.
Draußen sind es 21 °C. → Draußen sind es einundzwanzig Grad Celsius.
In der Nacht -5 °C. → In der Nacht minus fünf Grad Celsius.
Der Ofen hat 180°. → Der Ofen hat hundertachtzig Grad.
Höchstens 30 km/h fahren. → Höchstens dreißig Kilometer pro Stunde fahren.
Der Bahnhof ist 2,5 km entfernt. → Der Bahnhof ist zwei Komma fünf Kilometer entfernt.
In 100 m rechts abbiegen. → In hundert Metern rechts abbiegen.
Äpfel im Angebot, 2 kg für 3 €. → Äpfel im Angebot, zwei Kilogramm für drei Euro.
Gepäck über 23 kg kostet extra. → Gepäck über dreiundzwanzig Kilogramm kostet extra.
Geben Sie 250 ml Wasser dazu. → Geben Sie zweihundertfünfzig Milliliter Wasser dazu.
Der Saal hat 45 m². → Der Saal hat fünfundvierzig Quadratmeter.
Bitte gehen Sie zu Schalter Nr. 3. → Bitte gehen Sie zu Schalter Nummer drei.
Der Bus Nr. 12 hat Verspätung. → Der Bus Nummer zwölf hat Verspätung.
Kabine Nr. 21 ist frei. → Kabine Nummer einundzwanzig ist frei.
Die Büros sind im 2. Stock. → Die Büros sind im zweiten Stock.
Der 3. Stock ist gesperrt. → Der dritte Stock ist gesperrt.
Spielwaren im 1. OG. → Spielwaren im ersten Obergeschoss.
Die Schüler der 5. Klasse bitte in die Aula. → Die Schüler der fünften Klasse bitte in die Aula.
Die 5. Klasse hat frei. → Die fünfte Klasse hat frei.
Das ist der 2. Aufruf für Flug 315. → Das ist der zweite Aufruf für Flug 315.
Einsteigen bitte in den 4. Wagen. → Einsteigen bitte in den vierten Wagen.
Am 1. Mai geschlossen. → Am ersten Mai geschlossen.
Heute ist der 22. November. → Heute ist der zweiundzwanzigste November.
Heute ist Sonntag, 22. November. → Heute ist Sonntag, zweiundzwanzigster November.
Wir sehen uns am Sonntag, 22. November. → Wir sehen uns am Sonntag, dem zweiundzwanzigsten November.
Der Kurs läuft vom 1. bis 5. Mai. → Der Kurs läuft vom ersten bis zum fünften Mai.
Der Kurs läuft 1.–5. Mai. → Der Kurs läuft vom ersten bis zum fünften Mai.
Anmeldung bis 15. Januar. → Anmeldung bis zum fünfzehnten Januar.
Ab 1. Dezember gelten neue Preise. → Ab dem ersten Dezember gelten neue Preise.
Am 22.11.2026 ist Eröffnung. → Am zweiundzwanzigsten November zweitausendsechsundzwanzig ist Eröffnung.
Am 3. Oktober 1990 war es so weit. → Am dritten Oktober neunzehnhundertneunzig war es so weit.
Das Hotel wurde im Jahr 1998 gebaut. → Das Hotel wurde im Jahr neunzehnhundertachtundneunzig gebaut.
Seit 2005 für Sie da. → Seit zweitausendfünf für Sie da.
Eine Kirche aus dem 19. Jahrhundert. → Eine Kirche aus dem neunzehnten Jahrhundert.
Rufen Sie +49 30 1234 567 an. → Rufen Sie plus vier neun, drei null, eins zwei drei vier, fünf sechs sieben an.
Rufen Sie +371 26 123 456 an. → Rufen Sie plus drei sieben eins, zwei sechs, eins zwei drei, vier fünf sechs an.
Tel. 123-45-67. → Telefon eins zwei drei, vier fünf, sechs sieben.
Wir sind in der Hauptstr. 5. → Wir sind in der Hauptstraße 5.
Die Berliner Str. ist gesperrt. → Die Berliner Straße ist gesperrt.
Obst, Brot usw. → Obst, Brot und so weiter.
Bringen Sie etwas mit, z. B. einen Apfel. → Bringen Sie etwas mit, zum Beispiel einen Apfel.
Der Preis inkl. Frühstück. → Der Preis inklusive Frühstück.
Dr. Meier, bitte zur Rezeption. → Doktor Meier, bitte zur Rezeption.
Hr. Schmidt, bitte zum Empfang. → Herr Schmidt, bitte zum Empfang.
Es dauert ca. 10 Minuten. → Es dauert circa zehn Minuten.
Warten Sie 5 bis 10 Minuten. → Warten Sie fünf bis zehn Minuten.
Warten Sie 5–10 Min. am Gleis. → Warten Sie fünf bis zehn Minuten am Gleis.
Etwa 3/4 der Plätze sind belegt. → Etwa drei Viertel der Plätze sind belegt.
Wir hatten 12.500 Besucher. → Wir hatten zwölftausendfünfhundert Besucher.
Die Note ist 1,5. → Die Note ist eins Komma fünf.
Version 1.2.3 ist installiert. → Version 1.2.3 ist installiert.
Gleis 4, Abschnitt A3. → Gleis 4, Abschnitt A3.
Der Code ist 0012. → Der Code ist 0012.
Um 8:15, 9:00 und 10:45 Uhr. → Um acht Uhr fünfzehn, neun Uhr und zehn Uhr fünfundvierzig.
Kommen Sie in 21 Minuten wieder. → Kommen Sie in einundzwanzig Minuten wieder.
Ein Kind ab 3 Jahren braucht eine Karte. → Ein Kind ab drei Jahren braucht eine Karte.
Der Turm ist 1.250 m hoch. → Der Turm ist tausendzweihundertfünfzig Meter hoch.
Es ist 1 °C kalt. → Es ist ein Grad Celsius kalt.
Wir haben 24/7 geöffnet. → Wir haben rund um die Uhr geöffnet.
Am 5. und 6. Mai geschlossen. → Am fünften und sechsten Mai geschlossen.
Am 3. Mai um 9.30 Uhr. → Am dritten Mai um neun Uhr dreißig.
Die Führung dauert 1½ Stunden. → Die Führung dauert eineinhalb Stunden.
Die Führung dauert 2 ½ Std. → Die Führung dauert zweieinhalb Stunden.
Noch ½ Stunde. → Noch eine halbe Stunde.
In ½ Stunde schließen wir. → In einer halben Stunde schließen wir.
Nehmen Sie ½ l Milch. → Nehmen Sie einen halben Liter Milch.
Am 27.11. geschlossen. → Am siebenundzwanzigsten November geschlossen.
Vom 27.11. bis 29.11. geschlossen. → Vom siebenundzwanzigsten November bis zum neunundzwanzigsten November geschlossen.
Ferien vom 28.10.2026–5.11.2026. → Ferien vom achtundzwanzigsten Oktober zweitausendsechsundzwanzig bis zum fünften November zweitausendsechsundzwanzig.
Geöffnet Mo–Fr 9–18 Uhr. → Geöffnet Montag bis Freitag neun bis achtzehn Uhr.
Geöffnet Mo.-Sa. 8–20 Uhr. → Geöffnet Montag bis Samstag acht bis zwanzig Uhr.
Gewinnen Sie 2 Mio. €! → Gewinnen Sie zwei Millionen Euro!
Gewinnen Sie 1 Million Euro! → Gewinnen Sie eine Million Euro!
Gewinnen Sie 1,5 Mio. €! → Gewinnen Sie eine Million fünfhunderttausend Euro!
Die Karten kosten €5–€10. → Die Karten kosten fünf bis zehn Euro.
Das Paket misst 5 x 10 cm. → Das Paket misst fünf mal zehn Zentimeter.
Siehe Seiten 10–12. → Siehe Seiten zehn bis zwölf.
Unser 5G-Netz ist da. → Unser 5G-Netz ist da.
Telefon 67123456. → Telefon sechs sieben, eins zwei, drei vier, fünf sechs.
Rufen Sie 0800 123 45 67 an. → Rufen Sie null acht null null, eins zwei drei, vier fünf, sechs sieben an.
Heute -5 bis +5 °C. → Heute minus fünf bis plus fünf Grad Celsius.
Noch 0 kg. → Noch null Kilogramm.
Noch 11 kg. → Noch elf Kilogramm.
Noch 101 kg. → Noch hunderteins Kilogramm.
Noch 1000 Stunden. → Noch tausend Stunden.
Noch 2000 Stunden. → Noch zweitausend Stunden.
Der Preis ist 21 Euro. → Der Preis ist einundzwanzig Euro.
Mit 1 Tag Verspätung. → Mit einem Tag Verspätung.
Seit 1 Woche geöffnet. → Seit einer Woche geöffnet.
Am 5., 6. und 7. Mai geschlossen. → Am fünften, sechsten und siebten Mai geschlossen.
Hauptstr. 12/3. → Hauptstraße 12/3.
Raum 4.12, Version 1.20, Ende um 17.05. → Raum 4.12, Version 1.20, Ende um siebzehn Uhr fünf.
Geöffnet von 8.00 bis 17.05. → Geöffnet von acht Uhr bis siebzehn Uhr fünf.
Am 17.05. ist frei. Mittag 12.15-13.00 → Am siebzehnten Mai ist frei. Mittag zwölf Uhr fünfzehn bis dreizehn Uhr
Heinrich IV. und Wilhelm II. Gleis II, II. Weltkrieg, im XXI. Jahrhundert → Heinrich der Vierte und Wilhelm der Zweite. Gleis zwei, zweiter Weltkrieg, im einundzwanzigsten Jahrhundert
Um 9.30, 10.15 und 11.00 läutet es. → Um neun Uhr dreißig, zehn Uhr fünfzehn und elf Uhr läutet es.
Preis 12.50, ab 9.45 geöffnet, 9.45 Uhr → Preis 12.50, ab neun Uhr fünfundvierzig geöffnet, neun Uhr fünfundvierzig
VI KOMMEN → VI KOMMEN
Dr Müller, bitte zum Bhf. Altona → Doktor Müller, bitte zum Bahnhof Altona
`;
