/** Announcements in Spanish: as they are written, and as they are spoken. */
export const phrases = `
Abrimos a las 9:05. → Abrimos a las nueve y cinco.
Cerramos a las 18:00. → Cerramos a las dieciocho.
Cerramos a las 21:00 h. → Cerramos a las veintiuna horas.
El tren sale a las 14:32. → El tren sale a las catorce treinta y dos.
El tren sale a la 1:05. → El tren sale a la una y cinco.
El tren sale a la 1:00. → El tren sale a la una.
Son las 13:01. → Son las trece y uno.
Son las 0:15. → Son las cero horas quince minutos.
La función empieza a las 20:30. → La función empieza a las veinte treinta.
Nos vemos a la 1 en la entrada. → Nos vemos a la una en la entrada.
Abierto de 9:00 a 18:00. → Abierto de nueve a dieciocho.
Abierto de 9:00 a 18:00 horas. → Abierto de nueve a dieciocho horas.
Abierto 9:00–18:00. → Abierto de nueve a dieciocho.
El desayuno es de 7:00–10:30. → El desayuno es de siete a diez y media.
Cerramos en 5 min. → Cerramos en cinco minutos.
Cerramos en 1 min. → Cerramos en un minuto.
Cerramos en 21 minutos. → Cerramos en veintiún minutos.
Espere 1 minuto. → Espere un minuto.
El vuelo dura 2 horas. → El vuelo dura dos horas.
El vuelo dura 21 horas. → El vuelo dura veintiuna horas.
El vuelo dura 1 h. → El vuelo dura una hora.
El juego empieza en 30 s. → El juego empieza en treinta segundos.
La oferta dura 3 días. → La oferta dura tres días.
Garantía de 2 años. → Garantía de dos años.
Hoy, 10 % de descuento. → Hoy, diez por ciento de descuento.
¡Ahorre un 50% en zapatos! → ¡Ahorre un cincuenta por ciento en zapatos!
Descuentos del 10 al 20 %. → Descuentos del diez al veinte por ciento.
Descuentos entre 10–20 %. → Descuentos entre diez y veinte por ciento.
La entrada cuesta 12,50 €. → La entrada cuesta doce euros con cincuenta céntimos.
El café cuesta 1 €. → El café cuesta un euro.
El café cuesta 2 euros. → El café cuesta dos euros.
Una taza cuesta 0,80 €. → Una taza cuesta ochenta céntimos.
El coche cuesta 25.000 €. → El coche cuesta veinticinco mil euros.
¡Gane 1.000.000 €! → ¡Gane un millón de euros!
El menú cuesta 21 €. → El menú cuesta veintiún euros.
El menú cuesta 31 €. → El menú cuesta treinta y un euros.
El billete cuesta $20. → El billete cuesta veinte dólares.
El libro cuesta 100 €. → El libro cuesta cien euros.
El libro cuesta 101 €. → El libro cuesta ciento un euros.
La mesa cuesta 200 €. → La mesa cuesta doscientos euros.
La mesa cuesta 521 €. → La mesa cuesta quinientos veintiún euros.
Fuera hay 21 °C. → Fuera hay veintiún grados Celsius.
Esta noche -5 °C. → Esta noche menos cinco grados Celsius.
El horno está a 180°. → El horno está a ciento ochenta grados.
El límite es de 30 km/h. → El límite es de treinta kilómetros por hora.
La estación está a 2,5 km. → La estación está a dos coma cinco kilómetros.
Gire en 100 m. → Gire en cien metros.
Manzanas en oferta, 2 kg por 3 €. → Manzanas en oferta, dos kilogramos por tres euros.
El equipaje de más de 23 kg se paga. → El equipaje de más de veintitrés kilogramos se paga.
Añada 250 ml de agua. → Añada doscientos cincuenta mililitros de agua.
La sala tiene 45 m². → La sala tiene cuarenta y cinco metros cuadrados.
El paquete pesa 1,5 kg. → El paquete pesa uno coma cinco kilogramos.
Ventanilla n.º 3, por favor. → Ventanilla número tres, por favor.
El autobús nº 12 llega con retraso. → El autobús número doce llega con retraso.
La cabina n° 21 está libre. → La cabina número veintiuno está libre.
Las oficinas están en la 2.ª planta. → Las oficinas están en la segunda planta.
El 3.er piso está cerrado. → El tercer piso está cerrado.
El 1.º piso está cerrado. → El primer piso está cerrado.
Este es el 1.er aviso. → Este es el primer aviso.
La 1ª clase está delante. → La primera clase está delante.
Un edificio del siglo XIX. → Un edificio del siglo diecinueve.
Vivimos en el siglo XXI. → Vivimos en el siglo veintiuno.
Una iglesia del siglo V. → Una iglesia del siglo quinto.
Cerrado el 1 de mayo. → Cerrado el primero de mayo.
Cerrado el 25 de diciembre. → Cerrado el veinticinco de diciembre.
Hoy es domingo, 22 de noviembre. → Hoy es domingo, veintidós de noviembre.
La apertura es el 22/11/2026. → La apertura es el veintidós de noviembre de dos mil veintiséis.
La apertura es el 22 de noviembre de 2026. → La apertura es el veintidós de noviembre de dos mil veintiséis.
El curso es del 1 al 5 de mayo. → El curso es del primero al cinco de mayo.
El curso es 1–5 de mayo. → El curso es del primero al cinco de mayo.
El hotel abrió el 3 de octubre de 1998. → El hotel abrió el tres de octubre de mil novecientos noventa y ocho.
Llame al +34 91 123 45 67. → Llame al más treinta y cuatro, noventa y uno, uno dos tres, cuarenta y cinco, sesenta y siete.
Llame al +371 26 123 456. → Llame al más tres siete uno, veintiséis, uno dos tres, cuatro cinco seis.
Tel. 123-45-67. → Teléfono uno dos tres, cuarenta y cinco, sesenta y siete.
El Sr. López, acuda a recepción. → El Señor López, acuda a recepción.
La Sra. García, acuda a la caja. → La Señora García, acuda a la caja.
El Dr. Ruiz está en la sala 12. → El Doctor Ruiz está en la sala 12.
Fruta, pan, etc. → Fruta, pan, etcétera.
Traiga algo, p. ej. una manzana. → Traiga algo, por ejemplo una manzana.
Estamos en Avda. Colón 5. → Estamos en Avenida Colón 5.
Espere de 5 a 10 minutos. → Espere de cinco a diez minutos.
Espere 5–10 min. → Espere cinco a diez minutos.
Los 3/4 de las plazas están ocupados. → Los tres cuartos de las plazas están ocupados.
Tuvimos 12.500 visitantes. → Tuvimos doce mil quinientos visitantes.
La nota es 3,5. → La nota es tres coma cinco.
La versión 1.2.3 está instalada. → La versión 1.2.3 está instalada.
Puerta B12, vuelo A4. → Puerta B12, vuelo A4.
El código es 0012. → El código es 0012.
A las 8:15, 9:00 y 10:45. → A las ocho y cuarto, nueve y diez y cuarenta y cinco.
Tarda aprox. 10 minutos. → Tarda aproximadamente diez minutos.
Quedan 21 plazas. → Quedan veintiuna plazas.
Quedan 200 plazas. → Quedan doscientas plazas.
Queda 1 plaza. → Queda una plaza.
La torre mide 1.250 m. → La torre mide mil doscientos cincuenta metros.
Un retraso de 1 hora. → Un retraso de una hora.
Abierto de 9 a 14 h. → Abierto de nueve a catorce horas.
Abrimos a las 9.30 h. → Abrimos a las nueve y media.
Cerrado el 1º de mayo. → Cerrado el primero de mayo.
La visita dura 1½ horas. → La visita dura una hora y media.
La visita dura 2 ½ horas. → La visita dura dos horas y media.
Espere ½ hora. → Espere media hora.
Compre ½ kg de cerezas. → Compre medio kilogramo de cerezas.
Compre 2½ kg de cerezas. → Compre dos kilogramos y medio de cerezas.
Abierto L–V de 9:00 a 18:00. → Abierto de lunes a viernes de nueve a dieciocho.
Abierto Lun-Sáb 9:00–18:00. → Abierto de lunes a sábado de nueve a dieciocho.
Entradas €5–€10. → Entradas cinco a diez euros.
El paquete mide 5 x 10 cm. → El paquete mide cinco por diez centímetros.
Vea las páginas 10–12. → Vea las páginas diez a doce.
Vacaciones del 28 de octubre – 5 de noviembre. → Vacaciones del veintiocho de octubre al cinco de noviembre.
Nuestra red 5G está aquí. → Nuestra red 5G está aquí.
Llame al 912 345 678. → Llame al nueve uno dos, tres cuatro cinco, seis siete ocho.
Teléfono 912345678. → Teléfono nueve uno dos, tres cuatro cinco, seis siete ocho.
Esta noche de -5 a +5 °C. → Esta noche de menos cinco a más cinco grados Celsius.
Quedan 0 plazas. → Quedan cero plazas.
Quedan 11 plazas. → Quedan once plazas.
Quedan 101 plazas. → Quedan ciento una plazas.
Quedan 1000 plazas. → Quedan mil plazas.
Quedan 2000 plazas. → Quedan dos mil plazas.
Quedan 21.000 plazas. → Quedan veintiuna mil plazas.
Quedan 31 horas. → Quedan treinta y una horas.
Quedan 31 días. → Quedan treinta y un días.
Quedan 500 plazas. → Quedan quinientas plazas.
Premio de 2.000.000 €. → Premio de dos millones de euros.
Premio de 1.500.000 €. → Premio de un millón quinientos mil euros.
El depósito tiene 20 m3. → El depósito tiene veinte metros cúbicos.
Cerrado los días 5, 6 y 7 de mayo. → Cerrado los días cinco, seis y siete de mayo.
El precio es 1.000,50 €. → El precio es mil euros con cincuenta céntimos.
Calle Mayor 12/3. → Calle Mayor 12/3.
Abierto de 9.00 a 14.30 y de 16.15 a 20.00, sala 4.12, versión 1.20 → Abierto de nueve a catorce treinta y de dieciséis quince a veinte, sala 4.12, versión 1.20
Felipe VI, Juan XXIII, siglo XXI, puerta IV, II Guerra Mundial, Isabel II → Felipe sexto, Juan veintitrés, siglo veintiuno, puerta cuatro, segunda Guerra Mundial, Isabel segunda
C/ Mayor, Sta. Ana → Calle Mayor, Santa Ana
`;
