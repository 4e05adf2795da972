/** Announcements in Latvian: as they are written, and as they are spoken. */
export const phrases = `
Veikals atveras plkst. 9:05. → Veikals atveras pulksten deviņos un piecās minūtēs.
Veikals atveras plkst. 9.05. → Veikals atveras pulksten deviņos un piecās minūtēs.
Veikals atveras plkst. 9. → Veikals atveras pulksten deviņos.
Veikals tiek slēgts pulksten 21:00. → Veikals tiek slēgts pulksten divdesmit vienos.
Vilciens atiet plkst. 14:32. → Vilciens atiet pulksten četrpadsmitos un trīsdesmit divās minūtēs.
Vilciens atiet 13:01. → Vilciens atiet pulksten trīspadsmitos un vienā minūtē.
Vilciens pienāk plkst. 20:00. → Vilciens pienāk pulksten divdesmitos.
Vilciens pienāk plkst. 23:40. → Vilciens pienāk pulksten divdesmit trijos un četrdesmit minūtēs.
Izrāde sākas plkst. 19:30. → Izrāde sākas pulksten deviņpadsmitos un trīsdesmit minūtēs.
Tagad ir 12:30. → Tagad ir pulksten divpadsmit un trīsdesmit minūtes.
Tagad ir 9:00. → Tagad ir pulksten deviņi.
Autobuss atiet 0:15. → Autobuss atiet nulle stundās un piecpadsmit minūtēs.
Autobuss atiet 1:00. → Autobuss atiet pulksten vienos.
Strādājam no 9:00 līdz 18:00. → Strādājam no pulksten deviņiem līdz pulksten astoņpadsmitiem.
Strādājam no plkst. 9:00 līdz plkst. 18:30. → Strādājam no pulksten deviņiem līdz pulksten astoņpadsmitiem trīsdesmit.
Darba laiks: 9:00–18:00. → Darba laiks: no pulksten deviņiem līdz pulksten astoņpadsmitiem.
Brokastis līdz 10:30. → Brokastis līdz pulksten desmitiem trīsdesmit.
Slēdzam pēc 5 min. → Slēdzam pēc piecām minūtēm.
Slēdzam pēc 1 min. → Slēdzam pēc vienas minūtes.
Slēdzam pēc 21 minūtes. → Slēdzam pēc divdesmit vienas minūtes.
Slēdzam pēc 15 minūtēm. → Slēdzam pēc piecpadsmit minūtēm.
Uzgaidiet 1 minūti. → Uzgaidiet vienu minūti.
Uzgaidiet 2 minūtes. → Uzgaidiet divas minūtes.
Uzgaidiet 10 minūtes. → Uzgaidiet desmit minūtes.
Lidojums ilgst 2 stundas. → Lidojums ilgst divas stundas.
Lidojums ilgst 3 stundas. → Lidojums ilgst trīs stundas.
Vilciens kavējas par 20 min. → Vilciens kavējas par divdesmit minūtēm.
Vilciens kavējas par 1 stundu. → Vilciens kavējas par vienu stundu.
Spēle sākas pēc 30 sek. → Spēle sākas pēc trīsdesmit sekundēm.
Akcija ilgst 3 dienas. → Akcija ilgst trīs dienas.
Akcija ilgst 21 dienu. → Akcija ilgst divdesmit vienu dienu.
Garantija 2 gadi. → Garantija divi gadi.
Bērniem līdz 3 gadiem ieeja brīva. → Bērniem līdz trim gadiem ieeja brīva.
Šodien atlaide 10 %. → Šodien atlaide desmit procenti.
Atlaide līdz 50 % apaviem. → Atlaide līdz piecdesmit procentiem apaviem.
Atlaides no 10 līdz 20 %. → Atlaides no desmit līdz divdesmit procentiem.
Atlaide 1 %. → Atlaide viens procents.
Atlaide 5 %. → Atlaide pieci procenti.
Biļete maksā 12,50 €. → Biļete maksā divpadsmit eiro un piecdesmit centus.
Kafija maksā 1 €. → Kafija maksā vienu eiro.
Kafija maksā 2 eiro. → Kafija maksā divus eiro.
Kafija par 3 €. → Kafija par trim eiro.
Krūze maksā 0,80 €. → Krūze maksā astoņdesmit centus.
Auto maksā 25 000 €. → Auto maksā divdesmit piecus tūkstošus eiro.
Laimējiet 1 000 000 €! → Laimējiet miljonu eiro!
Biļete maksā $20. → Biļete maksā divdesmit dolārus.
Ārā ir 21 °C. → Ārā ir divdesmit viens grāds pēc Celsija.
Ārā ir 15 °C. → Ārā ir piecpadsmit grādi pēc Celsija.
Naktī -5 °C. → Naktī mīnus pieci grādi pēc Celsija.
Ātrums līdz 30 km/h. → Ātrums līdz trīsdesmit kilometriem stundā.
Stacija ir 2,5 km attālumā. → Stacija ir divi komats pieci kilometri attālumā.
Pēc 100 m pagriezieties pa labi. → Pēc simt metriem pagriezieties pa labi.
Āboli akcijā, 2 kg par 3 €. → Āboli akcijā, divi kilogrami par trim eiro.
Bagāža virs 23 kg ir par maksu. → Bagāža virs divdesmit trim kilogramiem ir par maksu.
Pievienojiet 250 ml ūdens. → Pievienojiet divsimt piecdesmit mililitrus ūdens.
Zāles platība ir 45 m². → Zāles platība ir četrdesmit pieci kvadrātmetri.
Dodieties uz kasi Nr. 3. → Dodieties uz kasi numurs trīs.
Autobuss Nr. 12 kavējas. → Autobuss numurs divpadsmit kavējas.
Kabīne Nr. 21 ir brīva. → Kabīne numurs divdesmit viens ir brīva.
Biroji ir 2. stāvā. → Biroji ir otrajā stāvā.
Uzkāpiet uz 3. stāvu. → Uzkāpiet uz trešo stāvu.
Nokāpiet no 5. stāva. → Nokāpiet no piektā stāva.
Vilciens pienāk 2. ceļā. → Vilciens pienāk otrajā ceļā.
Vilciens atiet no 3. ceļa. → Vilciens atiet no trešā ceļa.
Vieta 4. vagonā. → Vieta ceturtajā vagonā.
5. klase, nāciet uz zāli. → piektā klase, nāciet uz zāli.
Šodien ir 22. novembris. → Šodien ir divdesmit otrais novembris.
Šodien ir svētdiena, 22. novembris. → Šodien ir svētdiena, divdesmit otrais novembris.
Slēgts 1. janvārī. → Slēgts pirmajā janvārī.
Slēgts 25. decembrī. → Slēgts divdesmit piektajā decembrī.
Maksājiet līdz 15. janvārim. → Maksājiet līdz piecpadsmitajam janvārim.
Kurss notiek no 1. līdz 5. maijam. → Kurss notiek no pirmā līdz piektajam maijam.
Atlaides 1.–5. maijam. → Atlaides no pirmā līdz piektajam maijam.
No 1. septembra skola atsāk darbu. → No pirmā septembra skola atsāk darbu.
Atklāšana 22.11.2026. → Atklāšana divi tūkstoši divdesmit sestā gada divdesmit otrajā novembrī.
Atklāšana 2026. gada 22. novembrī. → Atklāšana divi tūkstoši divdesmit sestā gada divdesmit otrajā novembrī.
Viesnīca celta 1998. gadā. → Viesnīca celta tūkstoš deviņi simti deviņdesmit astotajā gadā.
2026. gads būs labs. → divi tūkstoši divdesmit sestais gads būs labs.
XIX gadsimta ēka. → deviņpadsmitā gadsimta ēka.
Zvaniet +371 26 123 456. → Zvaniet plus trīs septiņi viens, divdesmit seši, viens divi trīs, četri pieci seši.
Zvaniet +371 67 10 20 30. → Zvaniet plus trīs septiņi viens, sešdesmit septiņi, desmit, divdesmit, trīsdesmit.
Tālr. 123-45-67. → Tālrunis viens divi trīs, četrdesmit pieci, sešdesmit septiņi.
Augļi, maize utt. → Augļi, maize un tā tālāk.
Paņemiet, piem., ābolu. → Paņemiet, piemēram, ābolu.
Gaidiet 5 līdz 10 minūtes. → Gaidiet piecas līdz desmit minūtes.
Gaidiet 5–10 min. → Gaidiet piecas līdz desmit minūtes.
Aizņemtas 3/4 vietu. → Aizņemtas trīs ceturtdaļas vietu.
Mums bija 12 500 apmeklētāju. → Mums bija divpadsmit tūkstoši pieci simti apmeklētāju.
Atzīme ir 8,5. → Atzīme ir astoņi komats pieci.
Versija 1.2.3 ir uzstādīta. → Versija 1.2.3 ir uzstādīta.
Izeja B12, reiss A4. → Izeja B12, reiss A4.
Kods ir 0012. → Kods ir 0012.
Ieeja 5 cilvēkiem. → Ieeja pieciem cilvēkiem.
Maksimums 21 cilvēks. → Maksimums divdesmit viens cilvēks.
Torņa augstums ir 1 250 m. → Torņa augstums ir tūkstotis divi simti piecdesmit metri.
Strādājam 24/7. → Strādājam divdesmit četras stundas diennaktī.
Strādājam no plkst. 9 līdz 18. → Strādājam no pulksten deviņiem līdz pulksten astoņpadsmitiem.
Slēgts 2. un 3. maijā. → Slēgts otrajā un trešajā maijā.
2. klases skolēni, nāciet uz zāli. → otrās klases skolēni, nāciet uz zāli.
Ekskursija ilgst 1½ h. → Ekskursija ilgst pusotru stundu.
Ekskursija ilgst 2½ h. → Ekskursija ilgst divas ar pusi stundas.
Pirksiet ½ kg ķiršu. → Pirksiet puse kilograma ķiršu.
Svars 1,5 kg. → Svars pusotrs kilograms.
Strādājam P.–Pk. 9:00–18:00. → Strādājam no pirmdienas līdz piektdienai no pulksten deviņiem līdz pulksten astoņpadsmitiem.
Slēgts Se–Sv. → Slēgts no sestdienas līdz svētdienai.
Slēgts 27.11. un 28.11. veikalā. → Slēgts divdesmit septītajā novembrī un divdesmit astotajā novembrī veikalā.
Atvērts 3.–5. maijs. → Atvērts no trešā līdz piektajam maijam.
Balva 2 milj. eiro. → Balva divi miljoni eiro.
Balva 5 tūkst. eiro. → Balva pieci tūkstoši eiro.
Biļetes €5–€10. → Biļetes pieci līdz desmit eiro.
Kaste 5 x 10 cm. → Kaste pieci reiz desmit centimetri.
Mūsu 5G tīkls ir šeit. → Mūsu 5G tīkls ir šeit.
Zvaniet 67123456. → Zvaniet sešdesmit septiņi, divpadsmit, trīsdesmit četri, piecdesmit seši.
Naktī no -2 līdz +5 °C. → Naktī no mīnus diviem līdz plus pieciem grādiem pēc Celsija.
Atlikuši 0 kg. → Atlikuši nulle kilogramu.
Atlikuši 11 kg. → Atlikuši vienpadsmit kilogrami.
Atlikuši 101 kg. → Atlikuši simts viens kilograms.
Atlikuši 1000 kg. → Atlikuši tūkstotis kilogramu.
Atlikuši 2000 kg. → Atlikuši divi tūkstoši kilogramu.
Atlikušas 22 minūtes. → Atlikušas divdesmit divas minūtes.
Pēc 2 stundām. → Pēc divām stundām.
Pēc 11 stundām. → Pēc vienpadsmit stundām.
Pēc 21 stundas. → Pēc divdesmit vienas stundas.
Ar 3 kg bagāžas. → Ar trim kilogramiem bagāžas.
Bez 1 kg. → Bez viena kilograma.
Par 1 €. → Par vienu eiro.
Par 21 %. → Par divdesmit vienu procentu.
Tvertne 20 m³. → Tvertne divdesmit kubikmetri.
Brīvības iela 12/3. → Brīvības iela 12/3.
Kabinets 4.12, no 9.00 līdz 18.05 → Kabinets 4.12, no pulksten deviņiem līdz pulksten astoņpadsmitiem nulle pieci
II stāvs, Pēteris I, platforma IV → otrais stāvs, Pēteris pirmais, platforma četri
Brīvības iel. 5 → Brīvības iela 5
Stunda sākas 8.30 un beidzas 9.10. → Stunda sākas pulksten astoņos un trīsdesmit minūtēs un beidzas pulksten deviņos un desmit minūtēs.
`;
